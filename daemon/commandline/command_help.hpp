// What --help shows beside the definitions of the options: the group of each command, and at least two
// examples of its use.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string_view>

namespace artifactd {

/// A line that could be typed, without the word artifactctl, and what it does.
struct CommandExample {
  std::string_view line;
  std::string_view says;
};

/// Of the commands that belong to no kind of work.
[[nodiscard]] std::span<CommandExample const> general_examples() noexcept;
/// Of `rule …`, `state …`, `turn …` and so on.
[[nodiscard]] std::span<CommandExample const> kind_examples() noexcept;

/// Gives each command of `artifactctl` its group, and puts its examples before the footer that it has.
void add_help(CLI::App& artifactctl);

/// The examples of `command`, or of the commands below it.
[[nodiscard]] std::vector<CommandExample> examples_of(CLI::App const& command);

} // namespace artifactd
