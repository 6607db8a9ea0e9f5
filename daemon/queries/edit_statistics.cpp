#include "daemon/queries/edit_statistics.hpp"

#include "state/json/json_text.hpp"

#include <algorithm>

namespace artifactd {

namespace {

void count_run(EditTally& tally, ToldEdit const& edit) {
  ++tally.runs;
  if (auto end = std::ranges::find(edit_end_columns, edit.end); end != edit_end_columns.end())
    ++tally.ends[static_cast<std::size_t>(end - edit_end_columns.begin())];
  auto const errors = edit.errors_before.value_or(0);
  tally.errors += errors;
  if (edit.end == "published") tally.resolved += errors - std::min(errors, edit.errors_after.value_or(0));
  tally.repaired_places += edit.repaired_places;
  if (edit.wall) tally.times.push_back(*edit.wall);
  if (!edit.spent) return;
  tally.spent.calls += edit.spent->calls;
  tally.spent.input += edit.spent->input;
  tally.spent.cached += edit.spent->cached;
  tally.spent.output += edit.spent->output;
  if (edit.spent->cost)
    *tally.spent.cost += *edit.spent->cost;
  else if (edit.spent->calls > 0)
    ++tally.unpriced;
}

Json tally_json(EditTally const& tally) {
  Json json{{"runs", tally.runs}};
  for (std::size_t end = 0; end < edit_end_columns.size(); ++end)
    json[edit_end_columns[end]] = tally.ends[end];
  json["errors"] = tally.errors;
  json["errors_resolved"] = tally.resolved;
  json["repaired_places"] = tally.repaired_places;
  auto const& spent = tally.spent;
  json["calls"] = spent.calls;
  json["tokens"] = {{"input", spent.input}, {"cached", spent.cached}, {"output", spent.output}};
  json["cost_dollars"] = static_cast<double>(*spent.cost) / 1e6;
  json["runs_without_price"] = tally.unpriced;
  if (!tally.times.empty())
    json["wall_ns"] = {{"p50", percentile(tally.times, 50).count()},
                       {"p95", percentile(tally.times, 95).count()},
                       {"max", percentile(tally.times, 100).count()}};
  return json;
}

} // namespace

void EditStatistics::take(Event const& event) {
  auto const edit = told_edit(event);
  count_run(total_, edit);
  count_run(engines_[edit.engine.empty() ? "unknown" : edit.engine], edit);
  take_attempts(edit);
}

void EditStatistics::take_attempts(ToldEdit const& edit) {
  if (attempts_.size() < edit.attempts.size()) attempts_.resize(edit.attempts.size());
  auto before = edit.errors_before;
  for (std::size_t i = 0; i < edit.attempts.size(); ++i) {
    auto const& attempt = edit.attempts[i];
    ++attempts_[i].runs;
    if (before && attempt.errors_left)
      attempts_[i].resolved += *before - std::min(*before, *attempt.errors_left);
    attempts_[i].left += attempt.errors_left.value_or(0);
    before = attempt.errors_left;
    for (auto const& pattern : attempt.repaired)
      ++patterns_[pattern].repaired;
    for (auto const& pattern : attempt.open)
      ++patterns_[pattern].open;
  }
}

Duration percentile(std::vector<Duration> values, unsigned percent) {
  auto const rank = (values.size() * percent + 99) / 100;
  auto const nth = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::ranges::nth_element(values, nth);
  return *nth;
}

Json to_json(EditStatistics const& statistics) {
  auto engines = Json::object();
  for (auto const& [engine, tally] : statistics.by_engine())
    engines[engine] = tally_json(tally);
  auto patterns = Json::object();
  for (auto const& [pattern, tally] : statistics.by_pattern())
    patterns[pattern] = {{"repaired", tally.repaired}, {"open", tally.open}};
  auto attempts = Json::object();
  for (std::size_t i = 0; i < statistics.by_attempt().size(); ++i) {
    auto const& tally = statistics.by_attempt()[i];
    attempts[std::to_string(i + 1)] = {
        {"runs", tally.runs}, {"resolved", tally.resolved}, {"left", tally.left}};
  }
  auto json = tally_json(statistics.total());
  json["by"] = {
      {"engine", std::move(engines)}, {"pattern", std::move(patterns)}, {"attempt", std::move(attempts)}};
  return json;
}

} // namespace artifactd
