// The parser of the configuration's TOML, which no text can end (state/platform/toml_guard).
#pragma once

#include "state/platform/toml_guard.hpp"

#include <string_view>
#include <toml++/toml.h>

namespace artifactd {

/// Throws toml::parse_error, which names the line, if the text is not TOML. `file` is for messages.
[[nodiscard]] toml::table parse_toml(std::string_view text, std::string_view file = {});

} // namespace artifactd
