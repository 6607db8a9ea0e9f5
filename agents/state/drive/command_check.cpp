#include "agents/state/drive/command_check.hpp"

#include "agents/child/plain_run.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr auto look_time = std::chrono::seconds(10);
constexpr std::string_view look_script =
    R"(case $1 in */*) [ -f "$1" ] && [ -x "$1" ] ;; *) command -v "$1" >/dev/null ;; esac)";

/// The first word of a line of shell; empty if only the shell itself can tell what it is.
std::string first_word(std::string_view line) {
  line = trimmed(line);
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
  auto const end = std::min(line.find_first_not_of(plain), line.size());
  auto const ends_there = end == line.size() || std::string_view(" \t\n;&|<>").contains(line[end]);
  return ends_there ? std::string(line.substr(0, end)) : std::string();
}

std::string program_of(std::vector<std::string> const& command) {
  if (command.size() == 3 && command[0] == "/bin/sh" && command[1] == "-c") return first_word(command[2]);
  return command.empty() ? std::string() : command.front();
}

/// In the copy of the skill, which is made for each action.
bool is_of_the_skill(std::string const& program) {
  return program.starts_with("skill/") || program.starts_with("./skill/");
}

Error not_there(std::string const& program) {
  std::error_code error;
  auto const here = std::filesystem::absolute(program, error).lexically_normal();
  if (program.contains('/') && !program.starts_with('/') && std::filesystem::exists(here, error))
    return {Fault::missing,
            fmt::format("{} is not found: a command runs in a directory of its own, so name its program by "
                        "the absolute path: {}",
                        printable(program), printable(here.string()))};
  return {Fault::missing,
          fmt::format("{} is not found, or its session's owner may not execute it", printable(program))};
}

} // namespace

Result<void> check_commands(Session const& session, DrivePolicy const& policy) {
  for (auto const& rule : policy.actions) {
    auto const program = program_of(rule.command);
    if (program.empty() || is_of_the_skill(program)) continue;
    auto const ran =
        TRY(policy.fixes.runner({.argv = {"/bin/sh", "-c", std::string(look_script), "sh", program},
                                 .basics = Basics::given,
                                 .limits = policy.agents.limits,
                                 .identity = TRY(command_identity(session)),
                                 .timeout = look_time}));
    auto const* exited = std::get_if<Exited>(&ran.ending);
    if (exited != nullptr && exited->code != 0) return fail(not_there(program));
  }
  return {};
}

} // namespace artifactd
