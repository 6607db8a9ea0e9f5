// What a command line that names no command, or an unknown one, is answered with.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace artifactd {

/// After a failed parse: the word that is no command of `app`, or of its command that was named, and the one
/// that was probably meant. Nothing where the failure is of another kind.
[[nodiscard]] std::optional<std::string> unknown_command(CLI::App const& app);

/// Whether nothing was said but options: help is what is wanted.
[[nodiscard]] bool names_no_command(CLI::App const& app);

} // namespace artifactd
