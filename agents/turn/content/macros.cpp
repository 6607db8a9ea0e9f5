#include "agents/turn/content/macros.hpp"

#include <algorithm>
#include <array>

namespace artifactd::turn {

namespace {

char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool begins_with(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::ranges::equal(text.substr(0, word.size()), word, {}, lowered, lowered);
}

} // namespace

std::string with_names(std::string_view text, MacroNames const& names) {
  std::array<std::pair<std::string_view, std::string_view>, 4> const macros = {{
      {"{{char}}", names.character},
      {"{{user}}", names.user},
      {"<bot>", names.character},
      {"<user>", names.user},
  }};
  std::string result;
  while (!text.empty()) {
    auto const plain = std::min(text.find_first_of("{<"), text.size());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    auto const macro =
        std::ranges::find_if(macros, [&](auto const& each) { return begins_with(text, each.first); });
    if (macro != macros.end()) {
      result += macro->second;
      text.remove_prefix(macro->first.size());
    } else if (!text.empty()) {
      result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

} // namespace artifactd::turn
