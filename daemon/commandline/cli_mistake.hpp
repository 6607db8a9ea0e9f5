// The answer to a command line that names no command, or an unknown one.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace artifactd {

struct UsageAnswer {
  std::string message; ///< one line; empty if help was asked for
  std::string help;    ///< printed instead of the message; may be empty
};

/// For a parse that failed because something is missing. If the innermost command given needs a subcommand:
/// its help, or the unknown word and the one probably meant. Otherwise CLI11's text.
[[nodiscard]] UsageAnswer answer_to(CLI::App const& app, CLI::RequiredError const& error);

} // namespace artifactd
