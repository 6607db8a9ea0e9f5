#include "agents/rule/typography.hpp"

#include "agents/yaml/yaml_mistake.hpp"
#include "state/json/raw_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::extraction {

namespace {

constexpr std::array<std::string_view, 13> typographic_quotes = {"“", "”", "„", "‟", "‘", "’", "‚",
                                                                 "‛", "«", "»", "‹", "›", "′"};

} // namespace

std::string typographic_hint(std::string_view value) {
  auto const opens = [&](std::string_view quote) { return value.starts_with(quote); };
  auto const closes = [&](std::string_view quote) { return value.ends_with(quote); };
  auto const open = std::ranges::find_if(typographic_quotes, opens);
  if (open == typographic_quotes.end()) return {};
  value.remove_prefix(open->size());
  auto const close = std::ranges::find_if(typographic_quotes, closes);
  bool const closed = close != typographic_quotes.end();
  if (closed) value.remove_suffix(close->size());
  auto const which = closed && *close != *open
                         ? fmt::format("{} and {} are typographic quotes and count as part", *open, *close)
                         : fmt::format("{} is a typographic quote and counts as part", *open);
  return fmt::format("{} of the value. {}", which, quoting_hint(value));
}

} // namespace artifactd::extraction
