// The commands of a program in roff, as their definition and so --help describes them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace artifactd {

/// The line of a NAME section.
[[nodiscard]] std::string name_line(CLI::App const& command);

/// How the command, or each of its subcommands, is called.
[[nodiscard]] std::string synopsis(CLI::App const& command);

/// Its own options and arguments as a list.
[[nodiscard]] std::string option_list(CLI::App const& command);

/// A subsection for the command, if it works without a subcommand, and for each subcommand at any depth. One
/// that has a page of its own is only named.
[[nodiscard]] std::string command_sections(CLI::App const& command);

/// The exit codes that its footer lists.
[[nodiscard]] std::string exit_codes(CLI::App const& command);

} // namespace artifactd
