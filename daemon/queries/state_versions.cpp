#include "daemon/queries/state_versions.hpp"

#include "state/json/difference.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/tuning/score.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd {

namespace {

using tuning::StateHistory;
using tuning::StateVersion;
using tuning::TuningState;

Json state_json(StateRow const& row) {
  Json json{{"number", row.version.number},
            {"standing", standing_word(row.version.standing)},
            {"kept_at", iso8601(row.kept_ns)},
            {"digest", row.digest}};
  if (auto const& state = row.judgement.state) {
    for (auto const* member : {"updated_at", "status", "current_action"})
      json[member] = Json::parse(state->at(member).text());
    json["iteration_count"] = state->iteration_count;
    json["issues"] = state->issues.size();
    json["quality_score"] = state->score;
    json["formula"] = tuning::formula_word(tuning::formula_of(*state));
  }
  json["findings"] = to_json(row.judgement.findings);
  return json;
}

std::optional<std::string> line_of(JsonNode const* node) {
  if (node == nullptr) return std::nullopt;
  auto const value = Json::parse(node->text(), nullptr, false);
  return value.is_discarded() ? std::string(node->text()) : value.dump();
}

Json value_of(std::string const& line) {
  auto value = Json::parse(line, nullptr, false);
  return value.is_discarded() ? Json(line) : value;
}

/// The last good state before that one, whose change a diff without numbers shows.
Result<std::uint64_t> good_before(StateHistory const& history, std::uint64_t number) {
  for (auto const& each : history.all() | std::views::reverse)
    if (each.number < number && is_good(each.standing)) return each.number;
  return fail(Fault::missing, fmt::format("state {} is the first one that is kept", number));
}

std::optional<std::uint64_t> newest_good(StateHistory const& history) {
  auto const* good = history.newest_good();
  return good == nullptr ? std::nullopt : std::optional(good->number);
}

} // namespace

Result<std::vector<StateRow>> state_rows(StateHistory const& history) {
  std::vector<StateRow> rows;
  rows.reserve(history.all().size()); // `good` points into it
  TuningState const* good = nullptr;
  for (auto const& version : history.all()) {
    auto& row = rows.emplace_back(version, TRY(history.stamp(version)).modified_ns);
    if (auto text = history.text(version)) {
      row.digest = Digest().add(*text).hex();
      auto const is_step = version.standing != tuning::Standing::restored;
      row.judgement = tuning::judge(version.name, *std::move(text), is_step ? good : nullptr);
    }
    if (is_good(version.standing)) good = row.judgement.state ? &*row.judgement.state : nullptr;
  }
  return rows;
}

Json to_json(std::vector<StateRow> const& rows) {
  auto states = Json::array();
  for (auto const& row : rows)
    states.push_back(state_json(row));
  return {{"version", 1}, {"states", std::move(states)}};
}

Result<StateVersion> state_version(StateHistory const& history, std::optional<std::uint64_t> number) {
  if (auto const* found = number ? history.find(*number) : history.newest()) return *found;
  return fail(Fault::missing,
              number ? fmt::format("there is no state {}; `artifactctl state log` lists them", *number)
                     : std::string("no state was accepted here yet"));
}

Result<StateDiff> state_diff(StateHistory const& history, std::optional<std::uint64_t> from,
                             std::optional<std::uint64_t> to) {
  auto const newer = TRY(state_version(history, to ? to : newest_good(history)));
  auto const older = TRY(state_version(history, from ? *from : TRY(good_before(history, newer.number))));
  auto const before = TRY(history.text(older));
  auto const after = TRY(history.text(newer));
  if (!json::scan(before, {.depth = 256}) || !json::scan(after, {.depth = 256}))
    return fail(Fault::invalid, "one of them is not JSON; `artifactctl state show` prints it as it is");
  JsonNode const old(before);
  JsonNode const now(after);
  StateDiff diff{.from = older.number, .to = newer.number};
  for (auto const& each : differences(old, now))
    diff.changes.push_back({each.pointer, line_of(each.before), line_of(each.after)});
  return diff;
}

Json to_json(StateDiff const& diff) {
  auto changes = Json::array();
  for (auto const& each : diff.changes) {
    auto& change = changes.emplace_back(Json{{"pointer", each.pointer}});
    if (each.before) change["before"] = value_of(*each.before);
    if (each.after) change["after"] = value_of(*each.after);
  }
  return {{"version", 1}, {"from", diff.from}, {"to", diff.to}, {"changes", std::move(changes)}};
}

} // namespace artifactd
