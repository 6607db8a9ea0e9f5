#include "daemon/commands/inbox/inbox_words.hpp"

#include "daemon/terminal/display_text.hpp"

#include <array>

namespace artifactd {

std::optional<Happening> happening_of(Key const& key) {
  if (key.kind == Key::Kind::escape) return Happening::escape;
  if (key.kind != Key::Kind::text) return std::nullopt;
  if (key.text == "h") return Happening::hint;
  if (key.text == "e") return Happening::edit;
  if (key.text == "r") return Happening::fresh;
  if (key.text == "x") return Happening::abandon;
  return key.text == "q" ? std::optional(Happening::escape) : std::nullopt;
}

std::string_view offer_word(Happening happening) noexcept {
  switch (happening) {
  case Happening::hint:
    return "[h] hint";
  case Happening::edit:
    return "[e] edit";
  case Happening::fresh:
    return "[r] retry fresh";
  case Happening::abandon:
    return "[x] abandon";
  case Happening::cancel:
    return "[Esc] cancel the run";
  case Happening::enter:
    return "[Enter] send";
  case Happening::escape:
    return "[Esc] back";
  default:
    return "";
  }
}

std::span<std::string_view const> help_lines() noexcept {
  static constexpr std::array lines = std::to_array<std::string_view>({
      "In the list:",
      "  j k, arrows   move; g G: first, last; PgDn PgUp: a page",
      "  Enter         details of the chosen one",
      "  Space         marks or unmarks it",
      "  c             marks all shown with the same error code",
      "  /             shows only what contains a text; Esc shows all again",
      "  s             sorts: by age, session, code, agent",
      "  Esc           removes filter and marks; if there are none, leaves",
      "  q             leaves; nothing on disk changes",
      "For the chosen one, in the list and in its details, which scroll like the list:",
      "  h             adds a hint for the agent and grants an attempt",
      "  e             opens its files in $EDITOR; submits them once they are valid",
      "  r             submits it again with all attempts",
      "  x             gives it up; its files stay",
      "  Esc           ends the agent's run that is under way, in its details",
      "For all marked ones, after a question that says how many:",
      "  r x           as above",
  });
  return lines;
}

std::string words_that_fit(std::vector<std::string> const& words, std::size_t width) {
  std::string line;
  for (auto const& word : words) {
    auto const longer = line.empty() ? word : line + "  " + word;
    if (!line.empty() && display_width(longer) > width) break;
    line = longer;
  }
  return fitted(line, width, Charset::ascii);
}

} // namespace artifactd
