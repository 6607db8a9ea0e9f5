#include "state/json/style.hpp"

#include <optional>

namespace artifactd::json {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Calls see(at) for each byte of a JSON text that is outside strings, until it has seen enough.
template <class See>
void each_outside_strings(std::string_view text, See see) {
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (inside && text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      inside = !inside;
    else if (!inside && !see(at))
      return;
  }
}

/// Whether this is the opening bracket of an empty list or object.
bool encloses_nothing(std::string_view text, std::size_t at) noexcept {
  auto const next = text.find_first_not_of(blanks, at + 1);
  return next != text.npos && (text[next] == '}' || text[next] == ']');
}

} // namespace

Style style_of(std::string_view text) {
  std::optional<bool> colon;
  std::optional<bool> comma;
  std::optional<bool> brace;
  std::optional<bool> bracket;
  each_outside_strings(text, [&](std::size_t at) {
    auto const next = at + 1 < text.size() ? text[at + 1] : '\0';
    auto const blank = blanks.contains(next);
    auto const breaks = next == '\n' || next == '\r';
    if (text[at] == ':' && !colon) colon = blank;
    if (text[at] == ',' && !comma) comma = blank;
    auto const tells = !breaks && !encloses_nothing(text, at);
    if (text[at] == '{' && !brace && tells) brace = blank;
    if (text[at] == '[' && !bracket && tells) bracket = blank;
    return !(colon && comma && brace && bracket);
  });
  return {colon.value_or(false), comma.value_or(false), brace.value_or(false), bracket.value_or(false)};
}

std::string styled(std::string_view text, Style style) {
  std::string out;
  auto after_opening = [&] { return !out.empty() && (out.back() == '{' || out.back() == '['); };
  std::size_t copied = 0;
  each_outside_strings(text, [&](std::size_t at) {
    auto const c = text[at];
    auto const closes = (c == '}' && style.inside_braces) || (c == ']' && style.inside_brackets);
    out += text.substr(copied, at - copied);
    copied = at + 1;
    if (closes && !after_opening()) out += ' ';
    out += c;
    auto const opens = ((c == '{' && style.inside_braces) || (c == '[' && style.inside_brackets)) &&
                       !encloses_nothing(text, at);
    if (opens || (c == ':' && style.after_colon) || (c == ',' && style.after_comma)) out += ' ';
    return true;
  });
  return out += text.substr(copied);
}

} // namespace artifactd::json
