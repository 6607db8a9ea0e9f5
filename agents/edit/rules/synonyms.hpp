// Other words that people and models write instead of the right one.
#pragma once

#include <string_view>
#include <vector>

namespace artifactd::editor {

struct Synonyms {
  std::string_view word;
  std::string_view others; ///< with a blank between them
};

/// The words of a text that has a blank between each two.
[[nodiscard]] std::vector<std::string_view> words_in(std::string_view text);

} // namespace artifactd::editor
