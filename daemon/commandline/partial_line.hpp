// A command line of artifactctl that is still being typed, read by the definition of the commands.
#pragma once

#include "daemon/config/config.hpp"

#include <CLI/CLI.hpp>
#include <span>
#include <string>

namespace artifactd {

struct PartialLine {
  CLI::App const* command = nullptr;     ///< the innermost command
  CLI::Option const* expected = nullptr; ///< the option or argument that the last word is a value of
  std::string last = {};                 ///< of the last word what counts: without `prefix`
  std::string prefix = {};               ///< "--option=", if the last word begins like that
  bool options_ended = false;            ///< by `--`
  bool lost = false;                     ///< a word before the last has no meaning
  std::string session = {};              ///< the session named before the last word; may be empty
  ConfigSource source = {};              ///< as --config and --root say
};

/// `words`: those after the program's name up to the cursor; the last may be empty.
[[nodiscard]] PartialLine read_partial_line(CLI::App const& app, std::span<std::string const> words);

} // namespace artifactd
