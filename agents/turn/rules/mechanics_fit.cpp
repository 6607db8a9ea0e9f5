#include "agents/turn/limits.hpp"
#include "agents/turn/rules/mechanics.hpp"
#include "agents/turn/rules/member_reader.hpp"
#include "agents/turn/rules/stat_expression.hpp"
#include "agents/turn/rules/state_ops.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view guidance_pointer = "/mechanics_guidance";

/// Checks a ruleset's mechanics against its schemas.
class Fitting {
public:
  Fitting(SceneSchema const& schema, Faults& faults) : schema_(schema), faults_(faults) {}

  void fit(Mechanics const& mechanics) {
    if (mechanics.checks)
      for (auto const& band : mechanics.checks->bands)
        fit_band(band);
    for (std::size_t i = 0; i < mechanics.clocks.size(); ++i)
      fit_clock(mechanics.clocks[i], fmt::format("{}/clocks/{}", guidance_pointer, i));
    if (mechanics.time) fit_time(*mechanics.time);
  }

private:
  void fault(std::string const& pointer, std::string const& message) {
    faults_.push_back(fault_at(pointer, message));
  }

  /// std::nullopt, and a fault, unless a number is declared there.
  std::optional<DeclaredMember> number_at(std::string const& path, std::string const& pointer) {
    auto const parsed = parse_path(path).value_or(StatePath{});
    auto declared = schema_.declared(parsed);
    if (!declared) {
      auto const around = parsed.empty() ? parsed : StatePath(parsed.begin(), parsed.end() - 1);
      fault(pointer, fmt::format("scene_state_schema declares no {}{}", json::shown_key(path),
                                 known_names(parsed.empty() ? "" : parsed.back(), schema_.names_at(around))));
    } else if (!declared->takes(JsonType::integer)) {
      fault(pointer, fmt::format("{} is not a number in scene_state_schema", json::shown_key(path)));
    } else {
      return declared;
    }
    return std::nullopt;
  }

  void fit_clock(ClockRule const& clock, std::string const& pointer) {
    auto const declared = number_at(clock.path, pointer + "/path");
    if (!declared) return;
    if (!declared->whole()) fault(pointer + "/path", "a clock is an integer in scene_state_schema");
    auto const at = static_cast<double>(clock.at);
    if ((declared->maximum && *declared->maximum < at) ||
        (declared->exclusive_maximum && *declared->exclusive_maximum <= at))
      fault(pointer + "/at", fmt::format("the clock never gets to {}: its maximum is lower", clock.at));
    if ((declared->minimum && *declared->minimum > 0) ||
        (declared->exclusive_minimum && *declared->exclusive_minimum >= 0))
      fault(pointer + "/path", "the clock cannot go back to 0: its minimum is higher");
  }

  void fit_time(TimeRule const& time) {
    auto const pointer = fmt::format("{}/time", guidance_pointer);
    auto const declared = number_at(time.path, pointer + "/path");
    if (declared && declared->whole() && std::trunc(time.per_turn) != time.per_turn)
      fault(pointer + "/per_turn", fmt::format("{} is not whole, but {} is an integer in scene_state_schema",
                                               time.per_turn, json::shown_key(time.path)));
  }

  void fit_band(Band const& band) {
    auto const pointer = fmt::format("{}/checks/bands", guidance_pointer);
    for (auto const& op : band.ops)
      if (auto const wrong = band_op_fault(op); !wrong.empty())
        fault(pointer, fmt::format("an op of the band {}: {}", json::shown_key(band.label), wrong));
  }

  std::string band_op_fault(Json const& op) {
    if (!op.is_object()) return fmt::format("expected an op {{op, path, value}}, found {}", shown(op));
    auto const word = op.find("op");
    std::vector<std::string> const words(op_words.begin(), op_words.end() - 1); // no adjust_relation
    auto const* text = word != op.end() ? word->get_ptr<Json::string_t const*>() : nullptr;
    if (text == nullptr || std::ranges::count(words, *text) == 0)
      return fmt::format("expected an op of a ruleset{}", known_names(text != nullptr ? *text : "", words));
    auto const path = op.find("path");
    auto const* where = path != op.end() ? path->get_ptr<Json::string_t const*>() : nullptr;
    if (where == nullptr) return "its path is missing";
    auto const parsed = parse_path(*where);
    if (!parsed) return parsed.error().message;
    auto const declared = schema_.declared(*parsed);
    if (!declared || parsed->front() == "present" || parsed->front() == "relations")
      return fmt::format("scene_state_schema declares no {}{}", json::shown_key(*where),
                         known_names(*where, schema_.names_at({})));
    bool const counts = *text == "increment" || *text == "decrement";
    if (counts && !declared->takes(JsonType::integer))
      return fmt::format("{} is not a number in scene_state_schema", json::shown_key(*where));
    if (*text != "remove" && !op.contains("value")) return "its value is missing";
    return *text == "set" ? bounds_fault(*declared, op["value"], *where) : "";
  }

  /// Such a value would end each turn with that band.
  static std::string bounds_fault(DeclaredMember const& declared, Json const& value,
                                  std::string const& path) {
    if (!value.is_number()) return "";
    auto const number = value.get<double>();
    auto const low = declared.too_low(number);
    auto const high = declared.too_high(number);
    if (!low && !high) return "";
    return fmt::format("{} is too {} for {} in scene_state_schema", shown(value), low ? "low" : "high",
                       json::shown_key(path));
  }

  SceneSchema const& schema_;
  Faults& faults_;
};

void fit_stats(CheckRule const& rule, SceneSchema const& stats, Faults& faults) {
  auto const names = stats.names_at({});
  for (auto const& name : stats_in(rule.expression))
    if (name != "stat" && !names.empty() && std::ranges::count(names, name) == 0)
      faults.push_back(fault_at(fmt::format("{}/checks/expression", guidance_pointer),
                                fmt::format("character_stat_schema declares no {}{}", json::shown_key(name),
                                            known_names(name, names))));
}

} // namespace

ReadMechanics read_mechanics(Ruleset const& ruleset) {
  auto read = read_mechanics(ruleset.mechanics_guidance, guidance_pointer);
  if (!read.faults.empty()) return read;
  auto const scene = SceneSchema::of(ruleset.scene_state_schema);
  if (!scene) {
    read.faults.push_back(fault_at("/scene_state_schema", scene.error().message));
    return read;
  }
  Fitting(*scene, read.faults).fit(read.mechanics);
  if (!read.mechanics.checks) return read;
  if (auto const stats = SceneSchema::of(ruleset.character_stat_schema))
    fit_stats(*read.mechanics.checks, *stats, read.faults);
  else
    read.faults.push_back(fault_at("/character_stat_schema", stats.error().message));
  return read;
}

} // namespace artifactd::turn
