#include "daemon/commands/edit/edit_phrase.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <span>

namespace artifactd {

namespace {

constexpr std::size_t most_patterns_shown = 6;

/// "P1 P7 repaired"
std::string patterns_text(std::span<std::string const> patterns, std::string_view what) {
  std::string text;
  for (auto const& each : patterns.first(std::min(patterns.size(), most_patterns_shown)))
    text += printable(each) + " ";
  if (patterns.size() > most_patterns_shown)
    text += fmt::format("and {} more ", patterns.size() - most_patterns_shown);
  return text + std::string(what);
}

void add_attempts(std::vector<std::string>& parts, std::vector<ToldEdit::Attempt> const& attempts) {
  if (attempts.empty()) return;
  std::vector<std::string> repaired;
  for (auto const& attempt : attempts)
    for (auto const& each : attempt.repaired)
      if (std::ranges::find(repaired, each) == repaired.end()) repaired.push_back(each);
  if (!repaired.empty()) parts.push_back(patterns_text(repaired, "repaired"));
  if (auto const& open = attempts.back().open; !open.empty()) parts.push_back(patterns_text(open, "open"));
  parts.push_back(how_many(attempts.size(), "attempt"));
}

void add_spent(std::vector<std::string>& parts, ToldEdit::Spent const& spent) {
  parts.push_back(how_many(spent.calls, "call"));
  if (spent.calls == 0) return;
  parts.push_back(fmt::format("{} + {} tokens", spent.input, spent.output));
  parts.push_back(spent.cost ? model::dollars(*spent.cost) : "cost not known");
}

} // namespace

std::string edit_phrase(ToldEdit const& edit) {
  std::vector<std::string> parts;
  if (edit.repaired_places > 0) parts.push_back(how_many(edit.repaired_places, "place") + " made valid JSON");
  auto const only_repaired = edit.repaired_places > 0 && edit.errors_before == 0U && edit.errors_after == 0U;
  if (edit.errors_before && edit.errors_after && !only_repaired)
    parts.push_back(fmt::format("{} → {}", how_many(*edit.errors_before, "error"), *edit.errors_after));
  if (edit.end == "changed")
    parts.emplace_back("but somebody wrote the files meanwhile: nothing was changed");
  else
    add_attempts(parts, edit.attempts);
  if (!edit.reason.empty()) parts.push_back(printable(edit.reason));
  if (edit.wall) parts.push_back(short_duration(*edit.wall));
  if (edit.spent) add_spent(parts, *edit.spent);
  if (!edit.run.empty()) parts.push_back("run " + printable(edit.run));
  auto text = fmt::format("{}", fmt::join(parts, ", "));
  if (edit.engine.empty()) return text;
  return fmt::format("by {}{}{}", printable(edit.engine), text.empty() ? "" : ": ", text);
}

} // namespace artifactd
