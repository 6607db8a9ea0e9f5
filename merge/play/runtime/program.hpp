// A game prepared to run with certain players: names are resolved to slots, templates are found, the
// dependencies of expressions are known. Nothing is judged here; what does not make sense causes a fault when
// it runs, as it does in the game.
#pragma once

#include "merge/game/delta/player_aliases.hpp"
#include "merge/game/game.hpp"
#include "merge/play/runtime/field_type.hpp"
#include "merge/play/runtime/layout.hpp"
#include "merge/play/runtime/logic_use.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::play {

/// Logic and what its value depends on. Ids are unique in a program.
struct Expression {
  std::uint32_t id = 0;
  Value logic = {};
  std::vector<Slot> reads = {};
  std::optional<std::uint32_t> player = {}; ///< in a check: the acting player
  std::vector<std::uint32_t> inputs = {};   ///< those of the action it reads, by index
  bool has_templates = false;               ///< must be filled in before evaluation
  bool has_unknown = false;                 ///< it has names that nobody computes; such a check never forbids
};

/// The meaning of a template in an operation.
struct TemplateName {
  enum class Kind : std::uint8_t {
    actor, ///< {{playerId}} of an action
    input, ///< {{input.x}} of an action
    state, ///< {{game.f}}, {{players.player1.f}}: the value before the instruction
    open,  ///< a value that only a model can compute
  };
  Kind kind;
  std::string text;        ///< between the braces
  std::uint32_t input = 0; ///< for `input`: its index
  Expression read = {};    ///< for `state`
  bool matters = false;    ///< it is part of a path, or of a value that something reads
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
  std::vector<std::uint32_t> names = {};  ///< those of the instruction that it contains
  std::optional<std::uint32_t> draw = {}; ///< that of the instruction whose result it sets
};

struct PlayInstruction {
  std::string id;
  game::Part part = {};
  std::vector<TemplateName> names = {};
  std::vector<Draw> draws = {};
  std::vector<PlayOperation> operations = {};
  /// Fields of the schema that its guidance mentions and its operations do not write.
  std::vector<std::string> spoken_of = {};
  bool has_guidance = false; ///< a model may refuse what no check refuses

  /// Whether it needs values that only a model computes.
  [[nodiscard]] bool asks_a_model() const {
    return std::ranges::any_of(names, [](auto const& name) { return name.kind == TemplateName::Kind::open; });
  }
};

struct PlayTransition {
  game::Transition const* declared;
  std::vector<Expression> tests; ///< of its deterministic preconditions; the others count as met
  std::vector<game::Precondition const*> tested; ///< one for each test
  std::optional<PlayInstruction> instruction;    ///< std::nullopt: a fault when it fires
};

struct Check {
  std::string id;
  std::string message;
  std::vector<Expression> of_player; ///< one for each player who may act
  LogicUse use;
};

/// A state-dependent operand that a check compares an input with: {"<=": [{"var": "input.bid"}, this]}.
struct Relative {
  std::uint32_t input;
  std::vector<Expression> of_player; ///< one for each player who may act
};

struct PlayAction {
  std::string id;
  std::string title;
  std::vector<std::string> inputs; ///< names after "input."
  std::vector<Check> checks;
  std::vector<Relative> relatives;
  PlayInstruction instruction;
};

struct PlayPhase {
  std::string name;
  bool asks_players = false;
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
  /// Null if there is no such phase.
  [[nodiscard]] PlayPhase const* phase(std::string_view name) const;
  /// The transition that begins the game: initialize_game, or the first one from init; null if there is none.
  [[nodiscard]] PlayTransition const* beginning() const noexcept { return beginning_; }

  /// The type of a slot; std::nullopt for a field that the schema does not declare.
  [[nodiscard]] std::optional<FieldType> const& type(Slot slot) const { return types_[slot]; }
  /// Whether there is a schema that declares the fields.
  [[nodiscard]] bool declares_fields() const noexcept { return declares_fields_; }
  /// How all preconditions and checks use the state.
  [[nodiscard]] LogicUse const& use() const noexcept { return use_; }
  /// Slots read by logic, templates or operations: the course of the game depends on them.
  [[nodiscard]] std::vector<bool> const& is_read() const noexcept { return is_read_; }
  [[nodiscard]] bool is_read(std::string_view schema_path) const;
  /// Also true for an operation that writes something other than a single field.
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

/// The number of players that the artifacts name: the highest player<N>, or a number that playersCount is
/// compared with by ==; std::nullopt if they name none.
[[nodiscard]] std::optional<std::size_t> players_named(game::Game const& game);

/// player1 … player<N>.
[[nodiscard]] std::vector<std::string> usual_players(std::size_t count);
/// As many as the artifacts name, but at least two.
[[nodiscard]] std::vector<std::string> usual_players(game::Game const& game);

} // namespace artifactd::play
