#include "daemon/status/short_error.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

std::string short_error(Kinds const& kinds, Finding const& finding) {
  auto text = fmt::format("{} error", tier_word(finding.tier));
  if (finding.line) text += fmt::format(", line {}", *finding.line);
  auto meaning = code_meaning(kinds, finding.code);
  text += fmt::format(": {}", meaning.empty() ? printable(finding.code) : std::string(meaning));
  auto name = finding.file.substr(finding.file.rfind('/') + 1); // npos + 1: the whole name
  if (!name.empty()) text += fmt::format(" ({})", printable(name));
  return text;
}

std::string_view code_meaning(Kinds const& kinds, std::string_view code) {
  auto const meaning_in = [&](std::span<FindingCode const> table) {
    auto known = std::ranges::find(table, code, &FindingCode::code);
    return known == table.end() ? std::string_view() : known->meaning;
  };
  auto meaning = meaning_in(finding_codes());
  for (auto const& kind : kinds)
    if (meaning.empty() && kind.traits().codes != nullptr) meaning = meaning_in(kind.traits().codes());
  return meaning;
}

std::string_view leading_code(std::string_view reason) noexcept {
  auto const end = reason.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.");
  auto const is_code = end != reason.npos && reason[end] == ':' && reason.substr(0, end).contains('.');
  return is_code ? reason.substr(0, end) : std::string_view();
}

} // namespace artifactd
