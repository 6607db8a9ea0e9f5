#include "agents/edit/apply.hpp"
#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/phase_graph.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/game/values/js_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using game::Value;

/// Trying out an idea takes a search of its own.
constexpr std::size_t most_tried_out = 48;

/// A possible repair of a fault, and its diagnosis.
struct Idea {
  Draft draft;
  std::string what;
};

/// Repairs of faults that only playing shows: ideas are tried out in turn, and the first is taken that
/// removes the fault, causes no other and makes nothing unreachable that was reachable.
class DeadPlay {
public:
  DeadPlay(Evidence const& evidence, std::string const& error) : evidence_(evidence), error_(error) {}

  std::optional<Cause> cause() {
    collect();
    if (ideas_.empty()) return std::nullopt;
    auto const before = play::judged(evidence_.game);
    for (std::size_t i = 0; i < std::min(ideas_.size(), most_tried_out); ++i) {
      auto changes = ideas_[i].draft.changes(ideas_[i].what);
      if (!changes.empty() && helps(changes, before))
        return Cause{"other", ideas_[i].what + ".", Confidence::high, {error_}, std::move(changes)};
    }
    return std::nullopt;
  }

private:
  bool helps(std::vector<Change> const& changes, play::Judged const& before) const {
    Changes pointers;
    for (auto const& change : changes)
      pointers.push_back(&change);
    auto const after = apply_in_turn(evidence_.game, pointers);
    if (!after || !game::error_messages(*after).empty()) return false;
    auto const now = play::judged(*after);
    auto const is_known = [&](std::string const& fault) {
      return fault != error_ && std::ranges::find(before.faults, fault) != before.faults.end();
    };
    return std::ranges::all_of(now.faults, is_known) && lost(before.reach, now.reach).empty();
  }

  void collect() {
    std::array const one{error_};
    for (auto const& match : matching(one, "transition '([^']+)' asks nobody"))
      ask(match.parts[0]);
    for (auto const& match : matching(one, "^Deadlock detected in phase '([^']+)'"))
      close_gaps(match.parts[0]);
    for (auto const& match : matching(one, "^Phase '([^']+)' has no outbound transitions with satisfiable"))
      stop_asking(match.parts[0]);
    for (auto const& match : matching(one, "^Transitions (.+) fire without end"))
      for (auto const& transition : evidence_.game.transitions())
        if (match.parts[0].contains("'" + transition.id + "'") &&
            evidence_.game.requires_input(transition.to))
          ask(transition.id);
    for (auto const& match : matching(one, "^(Transition|Action) '([^']+)' rng op probabilities sum to"))
      normalise(match.parts[0], match.parts[1]);
    if (error_.starts_with("Game ended unexpectedly")) end_later();
    for (
        auto const& match : matching(
            one,
            R"(Path (game|players)\.(?:[^. ]+\.)?([^. ]+) is not (?:a|an) (number|array) \(current: undefined)"))
      begin_with(match.parts[0], match.parts[1], match.parts[2]);
  }

  Draft& idea(std::string what) { return ideas_.emplace_back(Draft(evidence_.game), std::move(what)).draft; }

  void append(Draft& draft, std::string const& transition, Value const& operation) const {
    if (auto const* instruction = evidence_.game.transition_instruction(transition))
      draft.append(*instruction, operation);
  }

  void ask(std::string const& transition) {
    append(idea(fmt::format("Transition '{}' leads to a phase that waits for players, and asks nobody",
                            transition)),
           transition, {{"op", "setForAllPlayers"}, {"field", "actionRequired"}, {"value", true}});
  }

  /// {op: [{"var": x}, number]}: the comparison of a variable with a number.
  struct Comparison {
    game::Transition const* transition;
    std::string pointer; ///< of the logic
    std::string op;
    std::string variable;
    Value number;
  };

  std::vector<Comparison> comparisons_from(std::string const& phase) const {
    std::vector<Comparison> found;
    for (auto const& place : places(evidence_.game)) {
      if (place.transition->from != phase || place.precondition->logic == nullptr) continue;
      auto const logic = value_of(*place.precondition->logic);
      if (!logic.is_object() || logic.size() != 1 || !logic.begin()->is_array()) continue;
      auto const& operands = *logic.begin();
      auto const of_players = operands.size() == 3 && operands[0].is_string() && operands[1].is_string();
      if ((operands.size() != 2 && !of_players) || !operands.back().is_number()) continue;
      found.push_back({place.transition,
                       fmt::format("{}/logic/{}/{}", place.pointer, logic.begin().key(), operands.size() - 1),
                       of_players ? operands[1].get<std::string>() : logic.begin().key(), operands[0].dump(),
                       operands.back()});
    }
    return found;
  }

  /// Between "less than 2" and "7 or more", the game is stuck from 2 to 6: one comparison takes the number of
  /// the other.
  void close_gaps(std::string const& phase) {
    auto const found = comparisons_from(phase);
    auto const set_number = [this](Comparison const& at, double number) {
      idea(
          fmt::format("The preconditions of '{}' leave a gap in which nothing can happen", at.transition->id))
          .set(transition_address(*at.transition), at.pointer, game::number(number));
    };
    for (auto const& low : found)
      for (auto const& high : found)
        if (low.op.starts_with("<") && high.op.starts_with(">") && low.variable == high.variable) {
          auto const between =
              high.number.get<double>() + (high.op == ">" ? 1 : 0) - (low.op == "<=" ? 1 : 0);
          set_number(low, between);
          set_number(high, low.number.get<double>() + (low.op == "<=" ? 1 : 0) - (high.op == ">" ? 1 : 0));
        }
    for (auto const& each : found)
      for (auto const step : {-1.0, 1.0})
        set_number(each, each.number.get<double>() + step);
  }

  void stop_asking(std::string const& phase) {
    auto const* declared = evidence_.game.player_phase(phase);
    if (declared == nullptr) return;
    for (auto const& action : declared->actions) {
      game::FragmentAddress const address{game::FragmentAddress::Form::player_action, phase, action.id};
      auto& draft = idea(fmt::format("Action '{}' asks its player again and again", action.id));
      auto const asks = [](game::Operation const& each) {
        return each.name == "set" && each.path && each.path->ends_with(".actionRequired");
      };
      auto const found = std::ranges::find_if(action.operations, asks);
      if (found != action.operations.end())
        draft.set(address, fmt::format("/stateDelta/{}/value", found->index), false);
      else
        draft.set(address, "/stateDelta/-",
                  {{"op", "set"}, {"path", "players.{{playerId}}.actionRequired"}, {"value", false}});
    }
  }

  void normalise(std::string const& kind, std::string const& id) {
    for (auto const& owner : owners(evidence_.game, kind, id)) {
      auto& draft = idea(fmt::format("Probabilities of '{}' are not fractions of 1", id));
      for (auto const& operation : owner.instruction->operations) {
        auto const* node = operation.part.node->find("probabilities");
        if (operation.name != "rng" || !game::is(node, json::Type::array)) continue;
        auto const given = value_of(*node);
        double sum = 0;
        for (auto const& each : given)
          sum += each.is_number() ? each.get<double>() : 0;
        if (!(sum > 0) || std::abs(sum - 1) <= 0.01) continue;
        auto fractions = Value::array();
        for (auto const& each : given)
          fractions.push_back(game::number(each.get<double>() / sum));
        draft.set(owner.address, fmt::format("/stateDelta/{}/probabilities", operation.index), fractions);
      }
    }
  }

  /// Only transitions to the last phase may end the game.
  void end_later() {
    for (auto const& transition : evidence_.game.transitions()) {
      auto const* instruction = evidence_.game.transition_instruction(transition.id);
      if (instruction == nullptr || transition.to == game::last_phase) continue;
      for (auto const& operation : instruction->instruction.operations)
        if (operation.path == "game.gameEnded" && operation.name == "set")
          idea(fmt::format("Transition '{}' ends the game in phase '{}'", transition.id, transition.to))
              .set(instruction_address(transition.id), fmt::format("/stateDelta/{}/value", operation.index),
                   false);
    }
  }

  void begin_with(std::string const& scope, std::string const& field, std::string const& type) {
    auto const value = type == "number" ? Value(0) : Value::array();
    auto const& transitions = evidence_.game.transitions();
    auto const first = std::ranges::find(transitions, game::first_phase, &game::Transition::from);
    if (first == transitions.end()) return;
    append(idea(fmt::format("'{}.{}' has no value when the game begins", scope, field)), first->id,
           scope == "game" ? Value{{"op", "set"}, {"path", "game." + field}, {"value", value}}
                           : Value{{"op", "setForAllPlayers"}, {"field", field}, {"value", value}});
  }

  Evidence const& evidence_;
  std::string const& error_;
  std::vector<Idea> ideas_;
};

} // namespace

void find_dead_plays(Evidence const& evidence, Causes& causes) {
  for (auto const& error : evidence.errors) {
    if (std::ranges::find(evidence.reported, error) != evidence.reported.end()) continue;
    if (auto cause = DeadPlay(evidence, error).cause()) causes.push_back(*std::move(cause));
  }
}

} // namespace artifactd::editor
