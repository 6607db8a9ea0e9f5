#include "agents/turn/rules/state_ops.hpp"

#include "agents/turn/limits.hpp"
#include "agents/turn/rules/member_reader.hpp"
#include "agents/turn/rules/state_op.hpp"
#include "state/json/edit.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

std::vector<std::string> const& op_names() {
  static std::vector<std::string> const names(op_words.begin(), op_words.end());
  return names;
}

std::expected<void, OpFault> judge_op_word(StateRules const& rules, Json const& op, OpsBy by) {
  if (!op.is_object())
    return op_fault("", fmt::format("expected an op {{op, path, value}}, found {}", shown(op)));
  auto const* word = op_member(op, "op");
  if (word == nullptr) return op_fault("op", "is missing" + known_names("", op_names()));
  auto const* text = word->get_ptr<std::string const*>();
  if (text == nullptr || std::ranges::count(op_words, *text) == 0)
    return op_fault("op", fmt::format("{} is no op{}", shown(*word),
                                      known_names(text != nullptr ? *text : "", op_names())));
  auto const& allowed = rules.mechanics.allowed_ops;
  if (by == OpsBy::model && allowed && std::ranges::count(*allowed, *text) == 0)
    return op_fault("op", fmt::format("the ruleset does not allow {}{}", json::shown_key(*text),
                                      known_names(*text, *allowed)));
  return {};
}

bool lies_within(std::string const& outer, StatePath const& inner) {
  auto const path = parse_path(outer);
  return path && covers(*path, inner);
}

bool touches(std::string const& kept, StatePath const& path) {
  auto const other = parse_path(kept);
  return other && (covers(*other, path) || covers(path, *other));
}

/// A fault if the ruleset forbids a model the path of its op. An unreadable path is reported elsewhere.
std::expected<void, OpFault> judge_op_path(Mechanics const& mechanics, Json const& op) {
  auto const* written = op_member(op, "path");
  auto const* text = written != nullptr ? written->get_ptr<std::string const*>() : nullptr;
  auto const path = text != nullptr ? parse_path(*text) : fail(Fault::invalid, "");
  if (!path || op.at("op") == "adjust_relation") return {};
  if (mechanics.time && touches(mechanics.time->path, *path))
    return op_fault("path",
                    fmt::format("{} is the story's time, which the engine keeps", json::shown_key(*text)));
  for (auto const& clock : mechanics.clocks)
    if (touches(clock.path, *path))
      return op_fault("path",
                      fmt::format("{} is a clock, which ticks by checks alone", json::shown_key(*text)));
  auto const& allowed = mechanics.allowed_paths;
  if (allowed && std::ranges::none_of(*allowed, [&](auto const& each) { return lies_within(each, *path); }))
    return op_fault("path", fmt::format("the ruleset does not let ops change {}{}", json::shown_key(*text),
                                        known_names(*text, *allowed)));
  return {};
}

/// A list of ops during its application.
class OpList {
public:
  OpList(StateRules const& rules, StoryState const& base, OpsBy by, std::string_view pointer)
      : rules_(rules), base_(base), by_(by), pointer_(pointer), state_(base) {}

  void apply(Json const& op) {
    auto const place = fmt::format("{}/{}", pointer_, count_++);
    auto applied = applied_op(op);
    if (!applied) {
      auto const& [member, message] = applied.error();
      faults_.push_back(fault_at(member.empty() ? place : place + "/" + member, message));
      return;
    }
    if (auto const path = applied->find("path"); path != applied->end())
      changes_.push_back({parse_path(path->get_ref<std::string const&>()).value_or(StatePath{}), place});
    applied_.push_back(*std::move(applied));
  }

  /// Checks the resulting state; each fault is reported at the last op that touched the place.
  void judge() {
    if (!faults_.empty() || applied_.empty()) return;
    auto faults = judge_state(rules_.schema, state_, rules_.cast);
    if (faults.empty()) return;
    auto const before = judge_state(rules_.schema, base_, rules_.cast); // faults that the ops did not cause
    for (auto const& each : faults)
      if (std::ranges::count(before, each) == 0)
        faults_.push_back(
            fault_at(op_at(each.pointer),
                     fmt::format("in the state after the ops, at {}: {}",
                                 each.pointer.empty() ? "its root" : each.pointer, each.message)));
  }

  AppliedOps take() && {
    if (!faults_.empty()) return {base_, Json::array(), std::move(faults_)};
    return {std::move(state_), std::move(applied_), {}};
  }

private:
  struct Change {
    StatePath path;
    std::string place;
  };

  AppliedOp applied_op(Json const& op) {
    TRY(judge_op_word(rules_, op, by_));
    if (by_ == OpsBy::model) TRY(judge_op_path(rules_.mechanics, op));
    return apply_op(rules_, state_, op, by_);
  }

  [[nodiscard]] std::string op_at(std::string const& pointer) const {
    auto const where = json::pointer_steps(pointer).value_or(StatePath{});
    auto const last = std::ranges::find_if(changes_.rbegin(), changes_.rend(), [&](Change const& each) {
      return !where.empty() && (covers(each.path, where) || covers(where, each.path));
    });
    return last != changes_.rend() ? last->place : pointer_;
  }

  StateRules const& rules_;
  StoryState const& base_;
  OpsBy by_;
  std::string pointer_;
  StoryState state_;
  std::size_t count_ = 0;
  std::vector<Change> changes_;
  Json applied_ = Json::array();
  Faults faults_;
};

} // namespace

Result<StateRules> state_rules(Ruleset const& ruleset, Cast cast) {
  auto read = read_mechanics(ruleset);
  if (!read.faults.empty()) return fail(Fault::invalid, read.faults.front());
  return StateRules{TRY(SceneSchema::of(ruleset.scene_state_schema)), std::move(read.mechanics),
                    std::move(cast)};
}

AppliedOps apply_ops(StateRules const& rules, StoryState const& base, Json const& ops, OpsBy by,
                     std::string_view pointer) {
  if (!ops.is_array())
    return {base,
            Json::array(),
            {fault_at(pointer, fmt::format("expected a list of ops, found {}", shown(ops)))}};
  if (ops.size() > most_ops)
    return {base,
            Json::array(),
            {fault_at(pointer, fmt::format("has {} ops, at most {}", ops.size(), most_ops))}};
  OpList list(rules, base, by, pointer);
  for (auto const& op : ops)
    list.apply(op);
  list.judge();
  return std::move(list).take();
}

} // namespace artifactd::turn
