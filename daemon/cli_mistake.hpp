// The answer to a command line that names no command, or an unknown one.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace artifactd {

struct UsageAnswer {
  std::string message; ///< one line; empty where help was asked for
  std::string help;    ///< to be printed instead of the message; may be empty
};

/// For a parse that failed because something is missing. If the innermost command named needs a subcommand:
/// its help, or the word that it does not know and the one that was probably meant. Otherwise CLI11's text.
[[nodiscard]] UsageAnswer answer_to(CLI::App const& app, CLI::RequiredError const& error);

} // namespace artifactd
