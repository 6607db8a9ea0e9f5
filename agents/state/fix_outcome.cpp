#include "agents/state/fix_outcome.hpp"

#include "state/json/json_text.hpp"
#include "state/text/unified_diff.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

std::string_view outcome_word(FixOutcome::What what) noexcept {
  constexpr std::array<std::string_view, 5> words = {"applied", "drifted", "passed", "failed", "rolled_back"};
  return words[static_cast<std::size_t>(what)];
}

Json outcome_json(FixOutcome const& outcome, Rehearsal rehearsal) {
  Json json{{"fix", outcome.fix}, {"outcome", outcome_word(outcome.what)}};
  for (auto const& edit : outcome.edits) {
    auto& file = json["files"].emplace_back(Json{{"file", edit.path}, {"action", action_word(edit)}});
    if (rehearsal == Rehearsal::yes) file["diff"] = diff_of(edit);
  }
  for (auto const& drift : outcome.drifts)
    json["drifts"].push_back({{"file", drift.file}, {"why", drift.why}});
  if (!outcome.words.empty()) json["words"] = outcome.words;
  return json;
}

} // namespace

std::string to_text(FixOutcome const& outcome) {
  using enum FixOutcome::What;
  std::vector<std::string> reasons;
  for (auto const& drift : outcome.drifts)
    reasons.push_back(fmt::format("{}: {}", drift.file, drift.why));
  auto files = how_many(outcome.edits.size(), "file");
  switch (outcome.what) {
  case applied:
    return fmt::format("{} is applied: {} changed", outcome.fix, files);
  case drifted:
    return fmt::format("{} cannot be applied as it is: {}", outcome.fix, fmt::join(reasons, "; "));
  case passed:
    return fmt::format("{} is verified: {}", outcome.fix, outcome.words);
  case failed:
    return fmt::format("{} failed its verification: {}", outcome.fix, outcome.words);
  case rolled_back:
    return fmt::format("{} is rolled back: {} restored", outcome.fix, files);
  }
  return outcome.fix;
}

std::string_view action_word(FileEdit const& edit) noexcept {
  return !edit.before ? "create" : !edit.after ? "delete" : "modify";
}

std::string diff_of(FileEdit const& edit) {
  auto view = [](std::optional<std::string> const& text) { return text ? std::string_view(*text) : ""; };
  auto before = view(edit.before);
  auto after = view(edit.after);
  return make_diff(edit.path, edit.before ? &before : nullptr, edit.after ? &after : nullptr);
}

Json to_json(std::vector<FixOutcome> const& outcomes, Rehearsal rehearsal) {
  auto fixes = Json::array();
  for (auto const& each : outcomes)
    fixes.push_back(outcome_json(each, rehearsal));
  return {{"version", 1}, {"dry_run", rehearsal == Rehearsal::yes}, {"fixes", std::move(fixes)}};
}

} // namespace artifactd
