// A game made ready to be run with certain players: names are slots, templates are found, what an expression
// depends on is known. Nothing is judged here; what does not make sense runs into a fault when it is met, as
// it does in the game.
#pragma once

#include "merge/game/game.hpp"
#include "merge/game/player_aliases.hpp"
#include "merge/play/field_type.hpp"
#include "merge/play/layout.hpp"
#include "merge/play/logic_use.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::play {

/// Logic and what its value depends on. Ids are unique in a program.
struct Expression {
  std::uint32_t id = 0;
  Value logic = {};
  std::vector<Slot> reads = {};
  std::optional<std::uint32_t> player = {}; ///< of a check: whoever acts
  std::vector<std::uint32_t> inputs = {};   ///< of the action's, by their index
  bool has_templates = false;               ///< to be filled in before it is evaluated
  bool has_unknown = false;                 ///< names that nobody computes, of a check: it never forbids
};

/// What a template in an operation stands for.
struct TemplateName {
  enum class Kind : std::uint8_t {
    actor, ///< {{playerId}} of an action
    input, ///< {{input.x}} of an action
    state, ///< {{game.f}}, {{players.player1.f}}: as it was before the instruction
    open,  ///< what only a model can compute
  };
  Kind kind;
  std::string text;        ///< between the braces
  std::uint32_t input = 0; ///< of `input`: which
  Expression read = {};    ///< of `state`
  bool matters = false;    ///< it is part of a path, or of what somebody reads
};

/// An rng operation: one of several values, by chance.
struct Draw {
  std::string path;
  std::vector<ValueId> choices;
  std::vector<double> weights; ///< not negative, with a positive sum; as many as choices
};

struct PlayOperation {
  std::uint32_t id = 0;                   ///< unique in a program
  Value op = {};                          ///< with positional templates rewritten
  std::vector<std::uint32_t> names = {};  ///< of the instruction's, those it contains
  std::optional<std::uint32_t> draw = {}; ///< of the instruction's: it sets what was drawn
};

struct PlayInstruction {
  std::string id;
  game::Part part = {};
  std::vector<TemplateName> names = {};
  std::vector<Draw> draws = {};
  std::vector<PlayOperation> operations = {};
  /// Fields of the schema that its guidance mentions and its operations do not write.
  std::vector<std::string> spoken_of = {};
  bool has_guidance = false; ///< a model may refuse what no check does
};

struct PlayTransition {
  game::Transition const* declared;
  std::vector<Expression> tests; ///< of its deterministic preconditions; the others count as met
  std::vector<game::Precondition const*> tested; ///< as many
  std::optional<PlayInstruction> instruction;    ///< none: a fault when it fires
};

struct Check {
  std::string id;
  std::string message;
  std::vector<Expression> of_player; ///< one for each player who may act
  LogicUse use;
};

/// What a check compares an input with that depends on the state: {"<=": [{"var": "input.bid"}, this]}.
struct Relative {
  std::uint32_t input;
  std::vector<Expression> of_player; ///< one for each player who may act
};

struct PlayAction {
  std::string id;
  std::string title;
  std::vector<std::string> inputs; ///< names behind "input."
  std::vector<Check> checks;
  std::vector<Relative> relatives;
  PlayInstruction instruction;
};

struct PlayPhase {
  std::string name;
  bool asks_players = false;
  bool has_instruction = false;
  std::vector<std::uint32_t> leaving = {}; ///< transitions, in the order of the artifact
  std::vector<PlayAction> actions = {};
};

class Program {
public:
  /// `game` outlives it. At most `most_players` players.
  Program(game::Game const& game, std::vector<std::string> players, ValuePool& pool);

  [[nodiscard]] Layout const& layout() const noexcept { return layout_; }
  [[nodiscard]] game::PlayerMapping const& players() const noexcept { return mapping_; }
  [[nodiscard]] std::vector<PlayPhase> const& phases() const noexcept { return phases_; }
  [[nodiscard]] std::vector<PlayTransition> const& transitions() const noexcept { return transitions_; }
  /// Null for a name that is no phase.
  [[nodiscard]] PlayPhase const* phase(std::string_view name) const;
  /// What begins the game: initialize_game, or the first transition from init; null where there is none.
  [[nodiscard]] PlayTransition const* beginning() const noexcept { return beginning_; }

  /// Of a slot: what a value must be; nothing for a field that the schema does not declare.
  [[nodiscard]] std::optional<FieldType> const& type(Slot slot) const { return types_[slot]; }
  /// Whether there is a schema to say which fields there are.
  [[nodiscard]] bool declares_fields() const noexcept { return declares_fields_; }
  /// How all preconditions and checks use the state.
  [[nodiscard]] LogicUse const& use() const noexcept { return use_; }
  /// Slots that logic, templates or operations read: what the game goes on depends on.
  [[nodiscard]] std::vector<bool> const& is_read() const noexcept { return is_read_; }
  [[nodiscard]] bool is_read(std::string_view schema_path) const;
  /// Also of an operation that writes what no single field is.
  [[nodiscard]] bool writes_what_is_read(Value const& op) const;

private:
  friend class ProgramReader;

  Layout layout_;
  game::PlayerMapping mapping_;
  std::vector<PlayPhase> phases_;
  std::map<std::string, std::size_t, std::less<>> phases_by_name_;
  std::vector<PlayTransition> transitions_;
  PlayTransition const* beginning_ = nullptr;
  std::vector<std::optional<FieldType>> types_;
  bool declares_fields_ = false;
  LogicUse use_;
  std::vector<bool> is_read_;
  std::uint32_t expressions_ = 0;
};

/// How many players the artifacts speak of: the highest player<N> they name, a number that playersCount is
/// compared with by ==; nothing where they name none.
[[nodiscard]] std::optional<std::size_t> players_named(game::Game const& game);

/// player1 … player<N>.
[[nodiscard]] std::vector<std::string> usual_players(std::size_t count);
/// As many as the artifacts name, at least two.
[[nodiscard]] std::vector<std::string> usual_players(game::Game const& game);

} // namespace artifactd::play
