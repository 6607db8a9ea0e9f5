// Finds the parts of a state on which the course of the game depends.
#include "merge/game/logic/templates.hpp"
#include "merge/play/runtime/operation_text.hpp"
#include "merge/play/runtime/program_reader.hpp"

#include <algorithm>

namespace artifactd::play {

namespace {

bool contains_name(std::string const& text, std::string_view name) {
  auto const found = game::placeholders(text);
  return std::ranges::find(found, name, &game::Placeholder::name) != found.end();
}

bool is_in_a_path(PlayOperation const& operation, std::string_view name) {
  return std::ranges::any_of(path_members, [&](char const* member) {
    return contains_name(operation_text(operation.op, member), name);
  });
}

} // namespace

bool Program::is_read(std::string_view schema_path) const {
  for (Slot slot = 0; slot < layout_.size(); ++slot)
    if (is_read_[slot] && layout_.schema_path(slot) == schema_path) return true;
  return false;
}

bool Program::writes_what_is_read(Value const& op) const {
  auto const kind = operation_text(op, "op");
  if (kind == "transfer") return true; // it fails if there is too little
  auto const path =
      kind == "setForAllPlayers" ? "players.*." + operation_text(op, "field") : operation_text(op, "path");
  auto const field = written_field(path);
  return !field || is_read(field->name);
}

bool ProgramReader::mark(std::vector<Slot> const& slots) {
  bool is_new = false;
  for (auto const slot : slots) {
    is_new = is_new || !program_.is_read_[slot];
    program_.is_read_[slot] = true;
  }
  return is_new;
}

/// Marks what the instruction reads. Whether anything was new.
bool ProgramReader::note_reads_of(PlayInstruction& instruction) {
  bool is_new = false;
  for (auto const& operation : instruction.operations) {
    auto const is_read = program_.writes_what_is_read(operation.op);
    for (auto const index : operation.names) {
      auto& name = instruction.names[index];
      name.matters = name.matters || is_read || is_in_a_path(operation, name.text);
      if (name.matters) is_new = mark(name.read.reads) || is_new;
    }
    if (!is_read) continue;
    for (auto const* member : {"keyPath", "fromPath", "toPath"})
      if (auto const path = operation_text(operation.op, member); !path.empty()) {
        auto const field = written_field(path);
        auto const& layout = program_.layout_;
        if (!field)
          is_new = mark(layout.whole_state()) || is_new;
        else
          for (Slot slot = 0; slot < layout.size(); ++slot)
            if (layout.schema_path(slot) == field->name) is_new = mark({slot}) || is_new;
      }
  }
  return is_new;
}

void ProgramReader::note_reads() {
  program_.is_read_.assign(program_.layout_.size(), false);
  for (auto const* field : {"currentPhase", "gameEnded", "gameError"})
    mark({program_.layout_.game(field)});
  for (auto const* field : {"actionRequired", "actionsAllowed"})
    mark(slots_of_field(field));
  for (auto const& transition : program_.transitions_)
    for (auto const& test : transition.tests)
      mark(test.reads);
  for (auto const& phase : program_.phases_)
    for (auto const& action : phase.actions) {
      for (auto const& check : action.checks)
        for (auto const& each : check.of_player)
          mark(each.reads);
      for (auto const& relative : action.relatives)
        for (auto const& each : relative.of_player)
          mark(each.reads);
    }
  // What is read decides which templates matter, and these decide what is read.
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (auto& transition : program_.transitions_)
      if (transition.instruction) is_new = note_reads_of(*transition.instruction) || is_new;
    for (auto& phase : program_.phases_)
      for (auto& action : phase.actions)
        is_new = note_reads_of(action.instruction) || is_new;
  }
}

} // namespace artifactd::play
