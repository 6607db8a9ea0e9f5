// The strings in the text of a configuration file, with their places: for what copies such a file and has to
// change single values without losing comments.
#pragma once

#include "state/platform/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct ConfigString {
  std::string key = {}; ///< "state_dir", "root[0].path", "agent[1].reinvoke_env[0]"
  std::string value = {};
  std::size_t at = 0;    ///< of its opening quote
  std::size_t bytes = 0; ///< with its quotes
};

/// In the order of the text. Fault::invalid if it is not TOML.
[[nodiscard]] Result<std::vector<ConfigString>> config_strings(std::string_view text);

/// As a basic string of TOML, with its quotes.
[[nodiscard]] std::string toml_quoted(std::string_view value);

} // namespace artifactd
