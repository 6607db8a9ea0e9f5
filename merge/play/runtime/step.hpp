// One step of a game and every choice made in it, in a form that any run of the same game understands: the
// unit of traces, replay files and records.
#pragma once

#include "merge/play/runtime/runtime.hpp"

#include <expected>
#include <string>
#include <vector>

namespace artifactd::play {

struct NamedValue {
  std::string name; ///< a draw's path, or the name of a model value
  Value value;
  bool operator==(NamedValue const&) const = default;
};

struct Step {
  enum class Kind : std::uint8_t { transition, action };
  Kind kind;
  std::string id;                     ///< of the transition or the action
  std::string phase = {};             ///< in which it was taken; for people, empty if not recorded
  std::string player = {};            ///< of an action
  Value input = Value::object();      ///< of an action, by name
  std::vector<NamedValue> drawn = {}; ///< those not listed: the first choice with a chance
  std::vector<NamedValue> model = {}; ///< those not listed: operations that contain them are left out
  bool operator==(Step const&) const = default;
};

/// {phase, playerId, actionId, input} or {phase, transitionId}, then draws and model if there are any.
[[nodiscard]] Value to_json(Step const& step);
[[nodiscard]] std::expected<Step, std::string> step_from(Value const& json);

/// For people: "ada does bid {"amount":3}, game.coin is drawn: "heads"".
[[nodiscard]] std::string in_words(Step const& step);

/// The choices of a step in the form the runtime takes.
[[nodiscard]] Chosen chosen_in(Runtime& runtime, PlayInstruction const& instruction, PlayAction const* action,
                               Step const& step);
/// The inverse: for an action with its player, or for a transition.
[[nodiscard]] Step step_of(Runtime const& runtime, PlayPhase const& phase, PlayAction const& action,
                           std::size_t player, Chosen const& chosen);
[[nodiscard]] Step step_of(Runtime const& runtime, PlayTransition const& transition, Chosen const& chosen);

/// Takes the step in a state, or says why it cannot be taken: another transition fires, nobody waits, the
/// player may not act, a check refuses, a draw is not one of the choices, an operation fails. `begun`: the
/// first transition was taken.
[[nodiscard]] std::expected<Row, PlayFault> take(Runtime& runtime, std::span<ValueId const> row, bool begun,
                                                 Step const& step);

} // namespace artifactd::play
