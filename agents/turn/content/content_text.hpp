// A text from outside as a JSON value: JSON, YAML or TOML, bounded in size and depth, keys once. Findings
// about a value are written with its pointer; `locate` adds line and column where the text itself is JSON.
#pragma once

#include "state/finding.hpp"
#include "state/json_text.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

inline constexpr unsigned deepest_content = 64; ///< values open at once

enum class Format : std::uint8_t { json, yaml, toml };

/// By the name's ending: .yaml and .yml, .toml; JSON otherwise.
[[nodiscard]] Format format_of(std::string_view file) noexcept;

struct ContentText {
  std::string file;    ///< the name to show
  std::string written; ///< the text itself where it is JSON; empty otherwise
  Json value;
};

/// Findings are never empty: json.* with all positions, or `turn.syntax` with line and column. At most
/// largest_document bytes. A date or time of TOML becomes a text; inf and nan are refused, as is a word of
/// YAML that its versions 1.1 and 1.2 read differently.
[[nodiscard]] std::expected<ContentText, std::vector<Finding>>
read_content(std::string_view file, std::string_view bytes, Format format);

/// Sets line, column, byte and excerpt of those findings about `text.file` that have a pointer and no line.
void locate(std::vector<Finding>& findings, ContentText const& text);

} // namespace artifactd::turn
