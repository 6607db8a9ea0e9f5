// What a command line that names no command, or an unknown one, is answered with.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace artifactd {

struct UsageAnswer {
  std::string text;
  bool asked_for; ///< help that was asked for is no mistake
};

/// After a parse that failed for want of something: the help of the innermost command that was named, where
/// that lacks a command; the word that is no command or option of it, and the one that was probably meant;
/// else what CLI11 says.
[[nodiscard]] UsageAnswer answer_to(CLI::App const& app, CLI::RequiredError const& error);

} // namespace artifactd
