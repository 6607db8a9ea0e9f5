// The part of a model's output that is the rule or the extractor: the content of the first fenced block
// (three or more backticks or tildes, any tag or none, text around it), up to the end of the text if the
// block is not closed; the whole text if there is no fence. The content is a view into the raw text, so its
// position there is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace artifactd::extraction {

enum class Language : std::uint8_t { yaml, python };

struct Script {
  std::string_view content; ///< without the fence lines and an opening byte order mark
  std::size_t byte = 0;     ///< where it begins in the raw text
  std::size_t line = 1;     ///< the line of the raw text it begins on
  std::string_view tag;     ///< the word after the opening fence, as written; empty without a fence
};

[[nodiscard]] Script fenced_script(std::string_view raw);

/// Decided by the tag if it is yaml, yml, python, python3, py or py3 in any case; otherwise by the content:
/// Python if an unindented line begins with a `def`, `async def`, `class`, decorator or import, or assigns to
/// `extract` with `=`; YAML otherwise.
[[nodiscard]] Language language_of(Script const& script);

} // namespace artifactd::extraction
