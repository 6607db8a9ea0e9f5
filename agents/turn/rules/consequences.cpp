#include "agents/turn/rules/consequences.hpp"

#include "agents/turn/rules/member_reader.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// Appends the effects of the engine's ops to the earlier ones.
bool apply_more(StateRules const& rules, Json const& ops, std::string const& pointer, Consequences& sum) {
  auto step = apply_ops(rules, sum.after, ops, OpsBy::engine, pointer);
  sum.after = std::move(step.after);
  for (auto& each : step.applied)
    sum.applied.push_back(std::move(each));
  sum.faults = std::move(step.faults);
  return sum.faults.empty();
}

bool is_full(Json const& state, ClockRule const& clock) {
  auto const path = parse_path(clock.path);
  auto const* value = path ? find_path(state, *path) : nullptr;
  return value != nullptr && value->is_number() && value->get<double>() >= static_cast<double>(clock.at);
}

} // namespace

Consequences settle_checks(StateRules const& rules, StoryState const& base,
                           std::span<RolledCheck const> rolls) {
  Consequences sum{base, Json::array(), {}, {}};
  auto const refused = [&] { return Consequences{base, Json::array(), {}, std::move(sum.faults)}; };
  for (auto const& roll : rolls)
    if (!apply_more(rules, roll.ops, "/mechanics_guidance/checks/bands", sum)) return refused();
  auto const& clocks = rules.mechanics.clocks;
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    if (!is_full(sum.after.state, clocks[i])) continue;
    auto const back = Json::array({Json{{"op", "set"}, {"path", clocks[i].path}, {"value", 0}}});
    if (!apply_more(rules, back, fmt::format("/mechanics_guidance/clocks/{}", i), sum)) return refused();
    sum.events.push_back({clocks[i].path, clocks[i].event});
  }
  return sum;
}

PassedTime pass_time(StateRules const& rules, StoryState const& base, Json const& request) {
  PassedTime passed{base, nullptr, {}};
  auto const& time = rules.mechanics.time;
  auto const refused = [&](std::string const& message) {
    passed.faults.push_back(fault_at("/time_request", message));
    return passed;
  };
  if (!time) return request.is_null() ? passed : refused("the ruleset keeps no time: leave it out");
  auto by = time->per_turn;
  if (!request.is_null()) {
    auto const asked = request.is_number() ? request.get<double>() : -1;
    if (!(asked >= 0 && asked <= longest_time_request))
      return refused(fmt::format("expected a number of {} from 0 to {}, found {}",
                                 time->unit.empty() ? "units" : time->unit, longest_time_request,
                                 shown(request)));
    by = std::copysign(asked, time->per_turn);
  }
  auto const declared = rules.schema.declared(parse_path(time->path).value_or(StatePath{}));
  if (by != std::trunc(by) && declared && declared->whole())
    return refused(fmt::format("{} is not whole, but {} is", shown(request), json::shown_key(time->path)));
  passed.tool_call = {{"path", time->path}, {"unit", time->unit}, {"by", 0}};
  if (by == 0) return passed;
  Json const op = {{"op", by > 0 ? "increment" : "decrement"}, {"path", time->path}, {"value", std::abs(by)}};
  auto step = apply_ops(rules, base, Json::array({op}), OpsBy::engine, "/mechanics_guidance/time");
  if (!step.faults.empty()) return {base, nullptr, std::move(step.faults)};
  passed.after = std::move(step.after);
  passed.tool_call["by"] = by == std::trunc(by) ? Json(static_cast<std::int64_t>(by)) : Json(by);
  for (auto const* member : {"before", "after", "clamped"})
    if (auto const found = step.applied[0].find(member); found != step.applied[0].end())
      passed.tool_call[member] = *found;
  return passed;
}

} // namespace artifactd::turn
