#include "merge/play/runtime/runtime.hpp"

#include "merge/game/checks/phase_graph.hpp"
#include "merge/game/logic/json_logic.hpp"
#include "merge/game/logic/logic_context.hpp"
#include "merge/game/logic/templates.hpp"
#include "merge/game/values/js_value.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

constexpr std::array<std::string_view, 12> fault_words = {
    "deadlock",        "dead_wait",      "stuck_phase",   "auto_loop",         "no_end",
    "unreachable_end", "unexpected_end", "illegal_state", "unreachable_phase", "invalid_rng",
    "degenerate_rng",  "invalid_state"};

} // namespace

std::string_view word_of(FaultType type) noexcept {
  return fault_words[static_cast<std::size_t>(type)];
}

std::optional<FaultType> fault_from(std::string_view word) noexcept {
  return by_word<FaultType>(fault_words, word);
}

Runtime::Runtime(game::Game const& game, std::vector<std::string> players)
    : program_(game, std::move(players), pool_) {
  auto const& layout = program_.layout();
  for (std::size_t each = 0; each < layout.players().size(); ++each) {
    required_.push_back(layout.of_player(each, "actionRequired"));
    allowed_.push_back(layout.of_player(each, "actionsAllowed"));
    winner_.push_back(layout.of_player(each, "isGameWinner"));
  }
  phase_slot_ = layout.game("currentPhase");
  ended_slot_ = layout.game("gameEnded");
  error_slot_ = layout.game("gameError");
  winners_slot_ = layout.game("winningPlayers");
}

Row Runtime::start() {
  Row row(program_.layout().size(), absent);
  row[phase_slot_] = pool_.id_of(std::string(game::first_phase));
  row[ended_slot_] = pool_.id_of(false);
  row[winners_slot_] = pool_.id_of(Value::array());
  row[program_.layout().game("publicMessages")] = pool_.id_of(Value::array());
  for (std::size_t each = 0; each < required_.size(); ++each) {
    row[required_[each]] = row[winner_[each]] = pool_.id_of(false);
    row[program_.layout().of_player(each, "illegalActionCount")] = pool_.id_of(0);
  }
  return row;
}

PlayPhase const* Runtime::phase_of(ValueId id) {
  auto const& name = pool_[id];
  return name.is_string() ? program_.phase(name.get_ref<std::string const&>()) : nullptr;
}

bool Runtime::is_asked(std::span<ValueId const> row, std::size_t player) const {
  return pool_.truthy(row[required_[player]]);
}

bool Runtime::may_act(std::span<ValueId const> row, std::size_t player) const {
  return is_asked(row, player) || pool_.truthy(row[allowed_[player]]);
}

Standing Runtime::standing(std::span<ValueId const> row) {
  using Next = Standing::Next;
  auto const* phase = phase_of(row[phase_slot_]);
  if (pool_.truthy(row[error_slot_]) || pool_.truthy(row[ended_slot_])) return {Next::end, phase};
  if (phase == nullptr)
    return {Next::fault, nullptr, nullptr, FaultType::illegal_state,
            fmt::format("phase {} is not there", compact(pool_[row[phase_slot_]]))};
  if (phase->asks_players)
    for (auto const slot : required_)
      if (pool_.truthy(row[slot])) return {Next::wait, phase};
  for (auto const index : phase->leaving) {
    auto const& transition = program_.transitions()[index];
    if (!std::ranges::all_of(transition.tests, [&](auto const& test) { return holds(test, row); })) continue;
    if (transition.instruction) return {Next::fire, phase, &transition};
    return {Next::fault, phase, &transition, FaultType::invalid_state,
            fmt::format("Transition instructions not found: {}", transition.declared->id)};
  }
  return {Next::deadlock, phase};
}

Check const* Runtime::refusal(PlayAction const& action, std::size_t player, std::span<ValueId const> row,
                              std::span<ValueId const> inputs) {
  for (auto const& check : action.checks) {
    auto const& expression = check.of_player[player];
    if (!expression.has_unknown && !pool_.truthy(value(expression, row, {action.inputs, inputs})))
      return &check;
  }
  return nullptr;
}

ValueId Runtime::value(Expression const& expression, std::span<ValueId const> row, Given const& given) {
  key_.assign(1, expression.id);
  for (auto const slot : expression.reads)
    key_.push_back(row[slot]);
  for (auto const input : expression.inputs)
    key_.push_back(given.values[input]);
  if (auto const* known = values_.find(key_)) return *known;
  auto key = key_;
  auto data = game::logic_context(program_.layout().state(row, pool_, expression.reads));
  if (expression.player) {
    auto const& id = program_.layout().players()[*expression.player];
    auto input = Value::object();
    for (auto const index : expression.inputs)
      if (given.values[index] != absent) input[given.names[index]] = pool_[given.values[index]];
    data["input"] = std::move(input);
    data["playerId"] = id;
    data["player"] = data["players"][id];
  }
  auto const logic = expression.has_templates ? game::resolve_templates(expression.logic, data)
                                              : Result<Value>(expression.logic);
  auto result = logic ? game::evaluate(*logic, data) : Result<Value>(game::undefined());
  return values_.keep(std::move(key), result ? pool_.id_of(*std::move(result)) : absent);
}

std::optional<PlayFault> Runtime::run_on(Row& row, PlayInstruction const& instruction,
                                         std::string const& phase, Chosen const& chosen, std::size_t actor) {
  auto& names = names_;
  names.clear();
  ran_.clear();
  for (std::size_t i = 0; i < instruction.names.size(); ++i) {
    auto const& name = instruction.names[i];
    switch (name.kind) {
    case TemplateName::Kind::actor:
      names.push_back(pool_.id_of(program_.layout().players()[actor]));
      break;
    case TemplateName::Kind::input:
      names.push_back(chosen.inputs[name.input]);
      break;
    case TemplateName::Kind::state:
      names.push_back(value(name.read, row, {}));
      break;
    case TemplateName::Kind::open:
      names.push_back(chosen.open[i]);
    }
  }
  for (auto const& operation : instruction.operations) {
    auto const index = resolve(operation, instruction, names, chosen);
    auto const& resolved = resolved_[index];
    if (!resolved.fault.empty()) return PlayFault{FaultType::illegal_state, resolved.fault};
    if (resolved.left_out) continue;
    ran_.push_back(index);
    auto const& done = effect(index, row);
    if (!done.fault.empty()) return PlayFault{FaultType::illegal_state, done.fault};
    for (auto const& [slot, id] : done.writes)
      row[slot] = kept(slot, row[slot], id);
  }
  force(row, phase);
  return std::nullopt;
}

Value Runtime::operations_run() const {
  auto operations = Value::array();
  for (auto const index : ran_)
    operations.push_back(resolved_[index].op);
  return operations;
}

void Runtime::force(Row& row, std::string const& phase) {
  row[phase_slot_] = pool_.id_of(phase);
  if (phase == game::last_phase)
    row[ended_slot_] = pool_.id_of(true);
  else if (row[ended_slot_] == absent)
    row[ended_slot_] = pool_.id_of(false);
  note_winners(row);
}

void Runtime::note_winners(Row& row) {
  key_.clear();
  for (auto const slot : winner_) {
    if (row[slot] == absent) row[slot] = pool_.id_of(false);
    key_.push_back(row[slot]);
  }
  auto const* known = winners_.find(key_);
  if (known == nullptr) {
    auto winners = Value::array();
    for (std::size_t each = 0; each < winner_.size(); ++each)
      if (pool_[row[winner_[each]]] == Value(true)) winners.push_back(program_.layout().players()[each]);
    row[winners_slot_] = winners_.keep(key_, pool_.id_of(std::move(winners)));
  } else {
    row[winners_slot_] = *known;
  }
}

ValueId Runtime::kept(Slot slot, ValueId before, ValueId after) {
  if (!forgets_) return after;
  if (!program_.is_read()[slot]) {
    if (before != absent && !pool_[before].is_null()) return before;
    auto& placeholder = placeholders_[program_.layout().shared(slot)];
    if (placeholder == absent) placeholder = pool_[after].is_null() ? absent : after;
    return placeholder == absent ? after : placeholder;
  }
  if (auto const& bounds = bounds_[slot]; bounds && pool_[after].is_number()) {
    auto const number = pool_[after].get<double>();
    if (number > bounds->second) return pool_.id_of(game::number(bounds->second));
    if (number < bounds->first) return pool_.id_of(game::number(bounds->first));
  }
  return after;
}

} // namespace artifactd::play
