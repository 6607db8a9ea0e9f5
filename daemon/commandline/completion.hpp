// Candidates for the next word of a command line of artifactctl: what the scripts of `artifactctl completion`
// print when a person presses Tab. Nothing is written, no error is reported, and it ends within two seconds.
#pragma once

#include "daemon/config/config.hpp"

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// The hidden command that the scripts call: `artifactctl complete WORD…`.
inline constexpr std::string_view complete_word = "complete";

inline constexpr std::size_t most_candidates = 1000;

/// One candidate a line, with a tab and what it is after it; or one line, `:files` or `:directories`, if the
/// shell is to complete paths. `words` are those after the program's name up to the cursor; the last may be
/// empty.
[[nodiscard]] std::vector<std::string> candidates(CLI::App const& app, KindList const& kinds,
                                                  std::span<std::string const> words);

/// Prints them. If that takes too long, the process ends with 0.
void complete(CLI::App const& app, KindList const& kinds, std::span<char const* const> words);

} // namespace artifactd
