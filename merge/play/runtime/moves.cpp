#include "merge/play/runtime/moves.hpp"

#include "merge/game/values/js_value.hpp"

#include <algorithm>

namespace artifactd::play {

namespace {

void add_once(std::vector<ValueId>& values, ValueId id) {
  if (std::ranges::find(values, id) == values.end()) values.push_back(id);
}

/// A number with its neighbours, each element of a list, any other value itself.
void add_compared(std::vector<ValueId>& values, Runtime& runtime, ValueId id) {
  if (id == absent) return;
  auto const value = runtime.pool()[id];
  if (value.is_array())
    for (auto const& element : value)
      add_once(values, runtime.pool().id_of(element));
  else if (value.is_number())
    for (auto const step : {0.0, -1.0, 1.0})
      add_once(values, runtime.pool().id_of(game::number(value.get<double>() + step)));
  else if (!value.is_object() && !value.is_null())
    add_once(values, id);
}

} // namespace

Moves::Moves(Runtime& runtime) : runtime_(runtime) {
  std::uint32_t id = 0;
  for (auto const& phase : runtime.program().phases())
    for (auto const& action : phase.actions) {
      OfAction known{id++, input_domains(runtime, action), {}};
      for (std::size_t player = 0; player < runtime.program().layout().players().size(); ++player) {
        std::vector<Slot> reads;
        for (auto const& check : action.checks)
          reads.insert(reads.end(), check.of_player[player].reads.begin(),
                       check.of_player[player].reads.end());
        for (auto const& relative : action.relatives)
          reads.insert(reads.end(), relative.of_player[player].reads.begin(),
                       relative.of_player[player].reads.end());
        std::ranges::sort(reads);
        reads.erase(std::ranges::unique(reads).begin(), reads.end());
        known.reads.push_back(std::move(reads));
      }
      actions_.emplace(&action, std::move(known));
    }
}

std::vector<Move> Moves::legal(PlayPhase const& phase, std::span<ValueId const> row) {
  std::vector<Move> moves;
  for (std::uint32_t player = 0; player < runtime_.program().layout().players().size(); ++player) {
    if (!runtime_.may_act(row, player)) continue;
    for (std::uint32_t action = 0; action < phase.actions.size(); ++action)
      for (auto const& inputs : legal_inputs(phase.actions[action], player, row))
        moves.push_back({player, action, &inputs});
  }
  return moves;
}

Moves::Inputs const& Moves::legal_inputs(PlayAction const& action, std::size_t player,
                                         std::span<ValueId const> row) {
  auto const& known = actions_.at(&action);
  Memo::Key key{known.id, static_cast<char32_t>(player)};
  for (auto const slot : known.reads[player])
    key.push_back(row[slot]);
  if (auto const* index = known_.find(key)) return inputs_[*index];
  inputs_.push_back(find_inputs(action, known, player, row));
  return inputs_[known_.keep(std::move(key), static_cast<std::uint32_t>(inputs_.size() - 1))];
}

Moves::Inputs Moves::find_inputs(PlayAction const& action, OfAction const& known, std::size_t player,
                                 std::span<ValueId const> row) {
  std::vector<std::vector<ValueId>> choices;
  for (std::size_t input = 0; input < action.inputs.size(); ++input) {
    choices.emplace_back();
    for (auto const& relative : action.relatives)
      if (relative.input == input)
        add_compared(choices.back(), runtime_, runtime_.value(relative.of_player[player], row, {}));
    for (auto const id : known.domains[input].values)
      add_once(choices.back(), id);
  }
  Inputs found;
  std::vector<std::size_t> at(choices.size(), 0);
  for (std::size_t tried = 0;; ++tried) {
    if (tried == most_inputs) {
      left_some_out_ = true;
      return found;
    }
    std::vector<ValueId> inputs;
    for (std::size_t input = 0; input < at.size(); ++input)
      inputs.push_back(choices[input][at[input]]);
    if (runtime_.refusal(action, player, row, inputs) == nullptr) found.push_back(std::move(inputs));
    std::size_t turned = at.size();
    while (turned > 0 && ++at[turned - 1] == choices[turned - 1].size())
      at[--turned] = 0;
    if (turned == 0) return found;
  }
}

} // namespace artifactd::play
