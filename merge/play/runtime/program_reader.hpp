// Builds a program from artifacts: one pass over transitions, actions and operations.
#pragma once

#include "merge/game/checks/schema_fields.hpp"
#include "merge/play/runtime/field_names.hpp"
#include "merge/play/runtime/program.hpp"

namespace artifactd::play {

/// The prefix of inputs' names in templates and checks.
inline constexpr std::string_view input_scope = "input.";

class ProgramReader {
public:
  ProgramReader(Program& program, game::Game const& game, ValuePool& pool)
      : program_(program), game_(game), pool_(pool), schema_(game.schema()) {}

  void read();

private:
  /// The meaning of names inside an action; empty for transitions.
  struct Acting {
    std::optional<std::size_t> player;          ///< for the checks of one player
    std::vector<std::string>* inputs = nullptr; ///< grows as inputs are found
  };

  void read_types();
  void read_transitions();
  void read_phases();
  void note_reads();
  bool note_reads_of(PlayInstruction& instruction);
  PlayInstruction instruction(game::Instruction const& declared, Acting const& acting);
  PlayOperation operation(game::Operation const& declared, PlayInstruction& into, Acting const& acting);
  std::optional<std::uint32_t> draw(Value const& op, PlayInstruction& into);
  std::uint32_t name(std::string_view text, PlayInstruction& into, Acting const& acting);
  PlayAction action(game::Instruction const& declared);
  void add_relatives(PlayAction& action);
  Expression expression(Value logic, Acting const& acting);
  /// std::nullopt if the variable is unknown.
  std::optional<std::vector<Slot>> slots_of(std::string_view variable, Acting const& acting) const;
  std::vector<Slot> slots_of_field(std::string_view field) const;
  std::optional<std::size_t> player(std::string_view word) const;
  std::vector<std::string> spoken_of(PlayInstruction const& instruction) const;
  /// Marks the slots as read. Whether one of them is new.
  bool mark(std::vector<Slot> const& slots);

  Program& program_;
  game::Game const& game_;
  ValuePool& pool_;
  game::SchemaFields schema_;
  std::uint32_t operations_ = 0;
};

} // namespace artifactd::play
