#include "state/tuning/report.hpp"

#include "state/json/diagnose.hpp"
#include "state/tuning/invariants.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

constexpr std::size_t most_of_a_severity = 100;
constexpr std::size_t longest_shown = 80;

} // namespace

std::string shown_value(std::string_view json) {
  std::string line;
  for (char c : json.substr(0, 4 * longest_shown))
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  if (line.size() <= longest_shown && json.size() <= 4 * longest_shown) return printable(line);
  auto cut = std::min(line.size(), longest_shown);
  while (cut > 0 && (static_cast<unsigned char>(line[cut]) & 0xC0) == 0x80)
    --cut;
  return printable(line.substr(0, cut)) + "…";
}

void Report::add(std::string_view id, Severity severity, JsonNode const& at, std::string message,
                 std::string expected, std::string hint) {
  auto& count = severity == Severity::error ? errors_ : warnings_;
  if (++count > most_of_a_severity) return;
  auto const& invariant = invariant_of(id);
  findings_.push_back({.code = std::string(invariant.code),
                       .tier = invariant.tier,
                       .severity = severity,
                       .byte = at.byte_in(text_),
                       .pointer = at.pointer(),
                       .message = std::move(message),
                       .expected = std::move(expected),
                       .found = shown_value(at.text()),
                       .hint = std::move(hint)});
}

std::vector<Finding> Report::findings() && {
  std::ranges::stable_sort(findings_, {}, [](Finding const& each) { return each.byte.value_or(0); });
  for (auto& finding : findings_)
    json::locate(finding, text_, *finding.byte);
  auto more = [&](std::size_t count, Severity severity) {
    if (count <= most_of_a_severity) return;
    auto last = std::ranges::find(findings_.rbegin(), findings_.rend(), severity, &Finding::severity);
    last->message += fmt::format(" (and {} more of this kind in the state)", count - most_of_a_severity);
  };
  more(errors_, Severity::error);
  more(warnings_, Severity::warning);
  return std::move(findings_);
}

} // namespace artifactd::tuning
