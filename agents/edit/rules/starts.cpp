#include "agents/edit/draft.hpp"
#include "agents/edit/rules/fields.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/checks/start_state.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

/// The index of the operation with which init sets that field of all players; std::nullopt if there is none.
std::optional<std::size_t> setter_of(game::Instruction const& init, std::string_view field) {
  for (auto const& operation : init.operations)
    if (operation.name == "setForAllPlayers" && operation.text("field") == field) return operation.index;
  return std::nullopt;
}

void set_for_all(Evidence const& evidence, game::FragmentAddress const& init, std::string const& field,
                 game::Value const& value, Draft& draft) {
  auto const* instruction = evidence.game.transition_instruction(init.name);
  if (auto index = setter_of(instruction->instruction, field))
    draft.set(init, fmt::format("/stateDelta/{}/value", *index), value);
  else
    draft.set(init, "/stateDelta/-", {{"op", "setForAllPlayers"}, {"field", field}, {"value", value}});
}

/// The fields to be set for that transition to fire; std::nullopt if more than players' flags prevents it, or
/// if one player's flag would do: which player is unknown.
std::optional<std::vector<std::pair<std::string, game::Value>>> flags_of(game::Transition const& transition) {
  std::vector<std::pair<std::string, game::Value>> flags;
  for (auto const& precondition : transition.preconditions) {
    auto const test = precondition.logic == nullptr ? std::nullopt : game::player_test(*precondition.logic);
    if (!test) continue;
    if ((test->compared != "==" && test->compared != "===") || !game::is(test->value, json::Type::boolean))
      return std::nullopt;
    if (!test->every && test->field != "actionRequired") return std::nullopt;
    flags.emplace_back(test->field, value_of(*test->value));
  }
  return flags;
}

} // namespace

void find_blocked_starts(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern =
      R"re(^Init transition creates immediate deadlock\. After initialization, game moves to phase "(.*?)" but none)re";
  for (auto const& match : matching(evidence.errors, pattern)) {
    auto const* init = game::init_transition(evidence.game);
    if (init == nullptr || evidence.game.transition_instruction(init->id) == nullptr) continue;
    auto const address = instruction_address(init->id);
    auto const waits = match.error.find("AND no players can act") != match.error.npos;
    std::vector<std::string> errors = {match.error};
    for (auto const& error : evidence.errors)
      if (error.starts_with("  Transition \"")) errors.push_back(error);
    Draft draft(evidence.game);
    std::string description;
    if (waits) {
      set_for_all(evidence, address, "actionRequired", true, draft);
      description = "Ask the players to act when the game begins";
    } else {
      for (auto const& transition : evidence.game.transitions()) {
        if (transition.from != match.parts[0]) continue;
        auto const flags = flags_of(transition);
        auto const& operations = evidence.game.transition_instruction(init->id)->instruction;
        auto is_overruled = [&](auto const& flag) { return setter_of(operations, flag.first).has_value(); };
        if (!flags || std::ranges::count_if(*flags, is_overruled) > 1) continue;
        for (auto const& [field, value] : *flags)
          set_for_all(evidence, address, field, value, draft);
        break;
      }
      description = "Set at the start what lets the game move on";
    }
    auto changes = draft.changes(description);
    if (changes.empty()) {
      for (auto const& transition : evidence.game.transitions())
        if (transition.from == match.parts[0])
          changes.push_back(
              open_change(transition_address(transition), "Do not wait for what cannot happen"));
      changes.push_back(open_change(address, description));
    }
    causes.push_back({"P5", fmt::format("Right after init nothing can happen in {}.", match.parts[0]),
                      Confidence::medium, std::move(errors), std::move(changes)});
  }
}

void find_self_blocking(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern = "^Transition '(.*)' is self-blocking: field '(.*)' is checked by a precondition";
  for (auto const& match : matching(evidence.errors, pattern)) {
    auto const* transition = evidence.game.transition(match.parts[0]);
    auto const* own = transition == nullptr ? nullptr : evidence.game.transition_instruction(transition->id);
    if (own == nullptr) continue;
    std::vector<game::TransitionInstruction const*> before;
    for (auto const& each : evidence.game.transitions())
      if (each.to == transition->from && each.id != transition->id)
        if (auto const* instruction = evidence.game.transition_instruction(each.id))
          before.push_back(instruction);
    Draft draft(evidence.game);
    auto const field = match.parts[1].substr(match.parts[1].rfind('.') + 1);
    std::vector<game::Operation const*> setters;
    for (auto const& operation : own->instruction.operations) {
      auto const path = operation.text("path").value_or(operation.text("field").value_or(""));
      if (path.substr(path.rfind('.') + 1) == field) setters.push_back(&operation);
    }
    auto const counts = std::ranges::any_of(setters, [](auto const* each) { return each->name != "set"; });
    auto const* declared = evidence.fields.find(game::stripped(match.parts[1]));
    if (counts && declared != nullptr) { // it continues from a beginning that is missing
      set_at_start(evidence, declared->path, first_value(declared->type), draft);
    } else if (before.size() == 1 && setters.size() == 1) {
      draft.set(instruction_address(before.front()->key), "/stateDelta/-",
                value_of(*setters.front()->part.node));
      draft.remove(instruction_address(own->key), fmt::format("/stateDelta/{}", setters.front()->index));
    }
    auto const description = fmt::format("Set {} before {}", match.parts[1], match.parts[0]);
    auto changes = draft.changes(description);
    if (changes.empty()) changes.push_back(open_change(instruction_address(own->key), description));
    causes.push_back({"I22",
                      fmt::format("{} waits for what only it sets.", match.parts[0]),
                      Confidence::medium,
                      {match.error},
                      std::move(changes)});
  }
}

} // namespace artifactd::editor
