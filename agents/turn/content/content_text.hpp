// Reads a text from outside as a JSON value: JSON, YAML or TOML, with limits on size and depth and without
// duplicate keys. Findings about a value carry its pointer; `locate` adds line and column if the text is
// JSON.
#pragma once

#include "state/json/json_text.hpp"
#include "state/vocabulary/finding.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

inline constexpr unsigned deepest_content = 64; ///< nesting depth of values

enum class Format : std::uint8_t { json, yaml, toml };

/// By file extension: .yaml and .yml, .toml; JSON otherwise.
[[nodiscard]] Format format_of(std::string_view file) noexcept;

struct ContentText {
  std::string file;    ///< for display
  std::string written; ///< the text itself if it is JSON; else empty
  Json value;
};

/// Findings are never empty: json.* with all positions, or `turn.syntax` with line and column. At most
/// largest_document bytes. A date or time of TOML becomes a text; inf and nan are refused, as are YAML words
/// that versions 1.1 and 1.2 read differently.
[[nodiscard]] std::expected<ContentText, std::vector<Finding>>
read_content(std::string_view file, std::string_view bytes, Format format);

/// Sets line, column, byte and excerpt of the findings about `text.file` that have a pointer but no line.
void locate(std::vector<Finding>& findings, ContentText const& text);

} // namespace artifactd::turn
