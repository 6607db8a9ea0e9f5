#include "tests/e2e/mcp_client.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {

using Json = McpClient::Json;

namespace {

/// A FIFO for the server's input. Opened for both directions, so that opening does not wait.
std::string fifo_of(Site const& site) {
  static std::atomic<int> number = 0;
  auto const path = (site.path() / ("mcp-input-" + std::to_string(++number))).string();
  if (::mkfifo(path.c_str(), 0600) < 0) throw std::runtime_error("mkfifo " + path);
  return path;
}

} // namespace

McpClient::McpClient(Site const& site, std::filesystem::path const& session, std::string const& agent,
                     std::vector<std::string> const& more, std::string const& revision) {
  auto const fifo = fifo_of(site);
  input_ = ::open(fifo.c_str(), O_RDWR | O_CLOEXEC);
  std::vector<std::string> words{"/bin/sh",
                                 "-c",
                                 "fifo=$1; shift; exec \"$@\" <\"$fifo\"",
                                 "sh",
                                 fifo,
                                 site.program("artifactctl"),
                                 "--config",
                                 site.config().string(),
                                 "mcp",
                                 "--session",
                                 session.string(),
                                 "--agent",
                                 agent};
  words.insert(words.end(), more.begin(), more.end());
  server_ = std::make_unique<Child>(Command{.words = words});
  if (!revision.empty()) ask("initialize", {{"protocolVersion", revision}, {"capabilities", Json::object()}});
}

McpClient::~McpClient() {
  ::close(input_);
}

void McpClient::send_text(std::string_view text) const {
  while (!text.empty()) {
    auto const sent = ::write(input_, text.data(), text.size());
    if (sent <= 0) throw std::runtime_error("the server takes no input");
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

int McpClient::send(std::string const& method, Json params) {
  send_text(
      Json{{"jsonrpc", "2.0"}, {"id", ++last_id_}, {"method", method}, {"params", std::move(params)}}.dump() +
      "\n");
  return last_id_;
}

void McpClient::tell(std::string const& method, Json params) const {
  send_text(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}}.dump() + "\n");
}

std::vector<Json> const& McpClient::messages() const {
  auto const out = output();
  for (;;) {
    auto const end = out.find('\n', read_);
    if (end == out.npos) return messages_; // what is there of a line is still being written
    messages_.push_back(Json::parse(out.substr(read_, end - read_), nullptr, false));
    read_ = end + 1;
  }
}

Json McpClient::answer_to(Json const& id) const {
  Json answer;
  static_cast<void>(eventually([&] {
    auto const& all = messages();
    auto const found = std::ranges::find_if(all, [&](Json const& each) {
      return each.is_object() && !each.contains("method") && each.value("id", Json()) == id;
    });
    if (found != all.end()) answer = *found;
    return found != all.end() || !server_->running();
  }));
  return answer;
}

Json McpClient::ask(std::string const& method, Json params) {
  auto const answer = answer_to(send(method, std::move(params)));
  if (answer.is_null()) return {{"error", "no answer: " + log()}};
  return answer.contains("result") ? answer["result"] : Json{{"error", answer["error"]}};
}

Json McpClient::call(std::string const& tool, Json arguments) {
  return ask("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}});
}

std::string McpClient::text(Json const& result) {
  std::string all;
  for (auto const& each : result.value("content", Json::array()))
    all += each.value("text", "") + "\n";
  return all;
}

int McpClient::end() {
  ::close(input_);
  input_ = -1;
  return server_->wait().value_or(-1);
}

} // namespace artifactd::test
