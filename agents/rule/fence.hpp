// The part of a model's output that is the rule or the extractor: the content of the first fenced block
// (three or more backticks or tildes, any tag or none, text around it), to the end when it is not closed; the
// whole text when there is no fence. The content is a view into the raw text, so its place there is never
// lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace artifactd::extraction {

enum class Language : std::uint8_t { yaml, python };

struct Script {
  std::string_view content; ///< without the fence lines; an opening byte order mark is dropped
  std::size_t byte = 0;     ///< where it begins in the raw text
  std::size_t line = 1;     ///< the line of the raw text it begins on
  std::string_view tag;     ///< the word after the opening fence, as written; empty without a fence
};

[[nodiscard]] Script fenced_script(std::string_view raw);

/// By the tag when it is yaml, yml, python, python3, py or py3 in any case; otherwise by the content: Python
/// when a line begins, without indentation, with a `def`, `async def`, `class`, decorator or import, or gives
/// `extract` a value by `=`; YAML in every other case.
[[nodiscard]] Language language_of(Script const& script);

} // namespace artifactd::extraction
