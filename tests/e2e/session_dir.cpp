#include "tests/e2e/session_dir.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace artifactd::test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::uintmax_t most_text = std::uintmax_t{256} << 20;

bool is_there(fs::path const& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

} // namespace

SessionDir::SessionDir(fs::path path) : path_(std::move(path)) {
  fs::create_directories(path_);
}

void SessionDir::write(std::string_view file, std::string_view text) const {
  auto target = path_ / file;
  fs::create_directories(target.parent_path());
  std::ofstream out(target, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) throw std::system_error(errno, std::generic_category(), target.string());
}

void SessionDir::artifact(std::string_view agent, std::string_view file, std::string_view text) const {
  write("artifacts/" + std::string(agent) + "/" + std::string(file), text);
}

void SessionDir::drop(std::string_view agent) const {
  auto name = path_ / (std::string(agent) + ".kg.lock");
  auto fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) throw std::system_error(errno, std::generic_category(), name.string());
  ::close(fd);
}

void SessionDir::submit(std::string_view agent) const {
  artifact(agent, "a.json", R"({"of": ")" + std::string(agent) + R"("})");
  drop(agent);
}

bool SessionDir::pending(std::string_view agent) const {
  return is_there(path_ / (std::string(agent) + ".kg.lock"));
}

bool SessionDir::refused(std::string_view agent) const {
  return is_there(path_ / (std::string(agent) + ".kg.lock.error"));
}

bool SessionDir::merged(std::string_view agent) const {
  if (pending(agent) || refused(agent)) return false;
  auto document = graph();
  return document.is_object() && document.contains(std::string(agent));
}

std::string SessionDir::text(std::string_view file) const {
  std::error_code failed; // tests put pipes, directories and sparse terabytes here, which have no text
  if (!fs::is_regular_file(path_ / file, failed) || fs::file_size(path_ / file, failed) > most_text)
    return {};
  std::ifstream in(path_ / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string SessionDir::graph_text() const {
  return text("knowledge-graph.json");
}

Json SessionDir::graph() const {
  return Json::parse(graph_text(), nullptr, false);
}

Json SessionDir::instructions(std::string_view agent) const {
  return Json::parse(text(std::string(agent) + ".retry-instructions.json"), nullptr, false);
}

std::vector<std::string> SessionDir::codes(std::string_view agent) const {
  std::vector<std::string> codes;
  auto document = instructions(agent);
  if (document.is_object() && document.contains("findings"))
    for (auto const& finding : document["findings"])
      codes.push_back(finding.value("code", ""));
  return codes;
}

std::vector<std::string> SessionDir::leftovers() const {
  std::vector<std::string> names;
  if (is_there(path_ / ".kg-merge.lock")) names.push_back(".kg-merge.lock");
  std::error_code missing;
  for (auto const& entry : fs::directory_iterator(path_ / ".artifactd/work", missing))
    names.push_back(entry.path().filename().string());
  return names;
}

} // namespace artifactd::test
