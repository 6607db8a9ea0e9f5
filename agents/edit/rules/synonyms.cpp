#include "agents/edit/rules/synonyms.hpp"

#include <ranges>

namespace artifactd::editor {

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto const word : std::views::split(text, ' '))
    words.emplace_back(word.begin(), word.end());
  return words;
}

} // namespace artifactd::editor
