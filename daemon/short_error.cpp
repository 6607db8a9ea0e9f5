#include "daemon/short_error.hpp"

#include "merge/game/checks.hpp"
#include "state/names.hpp"
#include "state/tuning/invariants.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

std::string short_error(Finding const& finding) {
  auto text = fmt::format("{} error", tier_word(finding.tier));
  if (finding.line) text += fmt::format(", line {}", *finding.line);
  auto meaning = code_meaning(finding.code);
  text += fmt::format(": {}", meaning.empty() ? printable(finding.code) : std::string(meaning));
  auto name = finding.file.substr(finding.file.rfind('/') + 1); // npos + 1: the whole name
  if (!name.empty()) text += fmt::format(" ({})", printable(name));
  return text;
}

std::string_view code_meaning(std::string_view code) noexcept {
  auto known = std::ranges::find(finding_codes(), code, &FindingCode::code);
  if (known != finding_codes().end()) return known->meaning;
  auto check = std::ranges::find(game::checks(), code, &game::Check::code);
  if (check != game::checks().end()) return check->looks_for;
  auto invariant = std::ranges::find(tuning::invariants(), code, &tuning::Invariant::code);
  return invariant == tuning::invariants().end() ? std::string_view() : invariant->meaning;
}

} // namespace artifactd
