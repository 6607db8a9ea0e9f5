#include "daemon/web/http_server.hpp"

#include "daemon/process/log.hpp"
#include "daemon/process/version.hpp"
#include "daemon/web/api_document.hpp"
#include "daemon/web/page_file.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <exception>
#include <fmt/core.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace artifactd::web {

namespace {

constexpr int accepts_at_once = 64;
constexpr Duration accept_again = std::chrono::milliseconds(100); ///< after no descriptor was left
constexpr Duration between_checks = std::chrono::seconds(2);      ///< of the tokens of open streams

std::string source_of(sockaddr_storage const& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET)
    ::inet_ntop(AF_INET, &reinterpret_cast<sockaddr_in const&>(address).sin_addr, text.data(), text.size());
  if (address.ss_family == AF_INET6)
    ::inet_ntop(AF_INET6, &reinterpret_cast<sockaddr_in6 const&>(address).sin6_addr, text.data(),
                text.size());
  return text.data(); // empty for a Unix socket
}

/// Whether it can be passed on as it is: the core is asked in JSON.
bool is_text(HttpRequest const& request) {
  auto const are_text = [](auto const& pairs) {
    return std::ranges::all_of(pairs,
                               [](auto const& each) { return is_utf8(each.first) && is_utf8(each.second); });
  };
  return is_utf8(request.body) && std::ranges::all_of(request.path, is_utf8) &&
         are_text(request.parameters) && are_text(request.headers);
}

/// What this process answers by itself.
std::optional<HttpResponse> own_answer(HttpRequest const& request) {
  auto const path = request.shown_path();
  auto const known = path == "/healthz" || path == "/version" || path == "/api/v1/openapi.json";
  auto page = page_answer(request);
  if (!known && !page) return std::nullopt;
  if (request.method != "GET") {
    auto response = problem(405, "this can only be read");
    response.headers.emplace_back("Allow", "GET, HEAD");
    return response;
  }
  if (page) return page;
  if (path == "/api/v1/openapi.json") return HttpResponse{.body = api_document()};
  if (path == "/healthz") return HttpResponse{.body = R"({"alive":true})"};
  return HttpResponse{.body = compact(Json{{"artifactd", version_text}, {"api", 1}})};
}

} // namespace

HttpServer::HttpServer(Loop& loop, int listening, std::string core, WebConfig config)
    : loop_(loop), listening_(listening), core_(std::move(core)), config_(std::move(config)),
      names_(host_names(listening, config_.hosts)), questions_(loop, core_), feed_(loop, core_),
      accept_again_(loop, [this] { accepting_.emplace(loop_, listening_, [this] { accept_clients(); }); }),
      check_(loop, [this] { check_tokens(); }) {
  accepting_.emplace(loop_, listening_, [this] { accept_clients(); });
}

void HttpServer::accept_clients() {
  for (int taken = 0; taken < accepts_at_once; ++taken) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    UniqueFd connection(
        ::accept4(listening_, reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection) {
      try {
        admit(std::move(connection), source_of(address));
      } catch (std::exception const& error) { // no memory, no room in epoll: affects only this client
        log_event(LogLevel::warning, "web", {{"reason", error.what()}});
      }
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno == EAGAIN) return;
    log_event(LogLevel::warning, "web", {{"reason", errno_error("accept", "web").message}});
    accepting_.reset(); // it stays readable: waiting for it would spin
    accept_again_.arm(Monotonic::now() + accept_again);
    return;
  }
}

void HttpServer::admit(UniqueFd connection, std::string source) {
  auto const full = clients_.size() >= config_.connections;
  auto const unknown = unknown_.find(source);
  auto const strange = unknown != unknown_.end() && unknown->second >= config_.strangers;
  if (full || strange) {
    auto const bytes = to_bytes(problem(503, full ? "too many connections; try again later"
                                                  : "too many connections without a token; try again later"),
                                Connection::close);
    std::ignore = ::send(connection.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    ::shutdown(connection.get(), SHUT_WR);
    return;
  }
  auto const id = next_++;
  HttpPatience const patience{.request = config_.patience, .idle = config_.patience * 6};
  auto made = std::make_unique<HttpConnection>( // may throw
      loop_, std::move(connection), HttpLimits{.body = config_.body}, patience,
      HttpConnection::Events{.asked = [this, id](HttpRequest request) { asked(id, std::move(request)); },
                             // Not at once: streams may be in the middle of being told something.
                             .over = [this, id] { loop_.post([this, id] { over(id); }); }});
  ++unknown_[source];
  clients_.emplace(id, Client{.source = std::move(source), .connection = std::move(made)});
}

void HttpServer::asked(Id id, HttpRequest request) {
  auto& client = clients_.at(id);
  if (auto const fault = foreign(request, names_))
    return client.connection->turn_away(problem(fault->status, fault->reason));
  if (auto const own = own_answer(request)) return client.connection->answer(*own);
  if (!is_text(request)) return client.connection->answer(problem(400, "the request is not valid UTF-8"));
  auto last_event = request.header("last-event-id");
  auto token = request.bearer_token();
  client.question =
      questions_.ask(request, [this, id, last_event = std::move(last_event), token = std::move(token)](
                                  CoreAnswer answer) { answered(id, last_event, token, std::move(answer)); });
}

void HttpServer::answered(Id id, std::string const& last_event, std::string const& token, CoreAnswer answer) {
  auto const found = clients_.find(id);
  if (found == clients_.end()) return;
  auto& client = found->second;
  client.question.reset();
  if (answer.known) know(client);
  if (!answer.stream) return client.connection->answer(answer.response);
  client.token = token;
  open_stream(client, *std::move(answer.stream), last_event);
}

void HttpServer::open_stream(Client& client, StreamGrant grant, std::string const& last_event) {
  if (streams() >= config_.streams)
    return client.connection->answer(problem(503, "too many streams are open; try again later"));
  client.connection->begin_stream();
  client.stream =
      feed_.open(std::move(grant), last_event,
                 [connection = client.connection.get()](std::string_view bytes) { connection->push(bytes); });
  if (!check_.armed()) check_.arm(Monotonic::now() + between_checks);
}

/// It no longer counts against the limit for strangers.
void HttpServer::know(Client& client) {
  if (std::exchange(client.known, true)) return;
  auto const count = unknown_.find(client.source);
  if (--count->second == 0) unknown_.erase(count);
}

void HttpServer::over(Id id) {
  auto const found = clients_.find(id);
  if (found == clients_.end()) return;
  auto& client = found->second;
  if (client.question) questions_.drop(*client.question);
  if (client.stream) feed_.close(*client.stream);
  know(client);
  clients_.erase(found);
}

std::size_t HttpServer::streams() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(clients_, [](auto const& each) { return each.second.stream.has_value(); }));
}

/// Asks the core which of the streams' tokens are still valid.
void HttpServer::check_tokens() {
  Json tokens = Json::array();
  for (auto const& [id, client] : clients_)
    if (client.stream) tokens.push_back(client.token);
  if (tokens.empty()) return;
  check_.arm(Monotonic::now() + between_checks);
  if (tokens_) return;
  auto question =
      compact(Json{{"version", control_version}, {"ask", "tokens"}, {"tokens", std::move(tokens)}});
  tokens_ =
      std::make_unique<CoreLine>(loop_, core_, std::move(question), [this](Result<std::string> const& line) {
        if (line) cut_revoked(*line);
        tokens_.reset(); // without the core nothing happens on a stream
      });
}

void HttpServer::cut_revoked(std::string const& line) {
  auto const json = object_in(line);
  if (text_member(json, "what") != "tokens") return;
  auto const valid = texts_of(json, "valid");
  for (auto& [id, client] : clients_)
    if (client.stream && std::ranges::find(valid, client.token) == valid.end()) client.connection->close();
}

} // namespace artifactd::web
