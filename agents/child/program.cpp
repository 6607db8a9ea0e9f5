#include "agents/child/program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fmt/core.h>
#include <pwd.h>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::array<char const*, 4> of_the_machine = {"PATH", "LANG", "LC_ALL", "TZ"};
constexpr std::array<char const*, 3> of_the_user = {"HOME", "USER", "TMPDIR"};
constexpr std::string_view usual_path = "/usr/local/bin:/usr/bin:/bin";

void set_variable(std::vector<std::string>& environment, std::string_view entry) {
  auto const name = entry.substr(0, entry.find('=') + 1);
  std::erase_if(environment, [&](std::string const& each) { return each.starts_with(name); });
  environment.emplace_back(entry);
}

void hand_down(std::vector<std::string>& environment, std::span<char const* const> names) {
  for (auto const* name : names)
    if (auto const* value = std::getenv(name)) set_variable(environment, fmt::format("{}={}", name, value));
}

/// From the user database. A user without an entry has no home.
void name_user(std::vector<std::string>& environment, uid_t user) {
  std::vector<char> text(16 * 1024);
  passwd entry{};
  passwd* found = nullptr;
  ::getpwuid_r(user, &entry, text.data(), text.size(), &found);
  set_variable(environment, fmt::format("HOME={}", found == nullptr ? "/nonexistent" : found->pw_dir));
  if (found != nullptr) set_variable(environment, fmt::format("USER={}", found->pw_name));
}

} // namespace

std::vector<std::string> environment_of(Command const& command) {
  std::vector<std::string> environment;
  if (command.basics == Basics::given) {
    hand_down(environment, of_the_machine);
    if (command.identity)
      name_user(environment, command.identity->user);
    else
      hand_down(environment, of_the_user);
    set_variable(environment,
                 "PYTHONSAFEPATH=1"); // its working directory belongs to the people whose work it examines
  }
  for (auto const& entry : command.environment)
    set_variable(environment, entry);
  return environment;
}

std::string_view value_of(std::vector<std::string> const& environment, std::string_view name) {
  for (std::string_view each : environment)
    if (each.starts_with(name) && each.substr(name.size()).starts_with('='))
      return each.substr(name.size() + 1);
  return {};
}

Result<std::string> find_program(Command const& command, std::vector<std::string> const& environment) {
  if (command.argv.empty()) return fail(Fault::invalid, "cannot start a program without a name");
  auto const& name = command.argv.front();
  if (name.contains('/')) return name;
  auto path = value_of(environment, "PATH");
  if (path.empty()) path = usual_path;
  for (std::size_t begin = 0; begin <= path.size();) {
    auto end = std::min(path.find(':', begin), path.size());
    auto candidate = fmt::format("{}/{}", path.substr(begin, end - begin), name);
    struct stat status{};
    if (candidate.starts_with('/') && ::stat(candidate.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        ::access(candidate.c_str(), X_OK) == 0)
      return candidate;
    begin = end + 1;
  }
  return fail({Fault::missing, fmt::format("cannot start {}: no such program in {}", name, path), ENOENT});
}

} // namespace artifactd
