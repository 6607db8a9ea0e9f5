// The artifacts of one game as its files hold them, typed: schema, transitions, instructions and narratives.
// Nothing is converted or lost: every part points into the text it was read from, so unknown content stays
// unchanged, and a change touches only its own bytes. Missing or misshapen parts are simply absent; the
// checks report them.
//
//   schema.json          a list of field records, a JSON Schema with `properties`, or {game: …, player: …}
//   transitions.json     {phases, phaseMetadata, transitions}
//   instructions.json    {playerPhases, transitions}; or one file for each instruction, named by its address:
//                        instructions.transitions.<id>.json, instructions.playerPhases.<phase>.json
//   narratives.json      {KEY: text}
//   dataSources.json     a list of what setFromDataSource may name: ids, or objects with one
//
// Each may be wrapped in its pipeline name ({"stateSchema": …}), and the whole artifact, a map or an
// instruction may be given as a JSON string that holds it (seed: artifact-editor, sections 7 and 8).
#pragma once

#include "merge/game/text.hpp"

#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd::game {

/// A value and the text that contains it.
struct Part {
  Text const* text = nullptr;
  JsonNode const* node = nullptr;
  explicit operator bool() const noexcept { return node != nullptr; }
};

struct Precondition {
  Part part;
  std::string id; ///< "undefined" if there is none
  JsonNode const* logic = nullptr;
  JsonNode const* deterministic = nullptr;
};

struct Transition {
  Part part;
  std::string id; ///< "undefined" if there is none
  std::string from;
  std::string to;
  bool preconditions_listed = false;
  std::vector<Precondition> preconditions;
  std::vector<std::string> checked_fields;
};

/// One operation of a state delta.
struct Operation {
  Part part;
  std::size_t index = 0; ///< in its delta
  std::string name;      ///< of the operation; empty if there is none
  std::optional<std::string> path = {};
  [[nodiscard]] std::optional<std::string> text(std::string_view key) const {
    return string_at(*part.node, key);
  }
};

/// What happens at a transition, or when a player acts.
struct Instruction {
  Part part;
  std::string id; ///< the inner one; "undefined" if there is none
  std::vector<Operation> operations;
};

struct TransitionInstruction {
  std::string key;
  Instruction instruction;
};

struct PhaseInstruction {
  std::string key;
  Part part;
  std::vector<Instruction> actions;
};

class Game {
public:
  /// Files with other names are ignored.
  explicit Game(std::vector<GameFile> files);
  Game(Game&&) noexcept = default;
  Game& operator=(Game&&) noexcept = default;

  /// Null if no file holds it; its root is null if that file is not valid JSON.
  [[nodiscard]] Text const* schema_text() const noexcept { return schema_text_; }
  [[nodiscard]] Text const* transitions_text() const noexcept { return transitions_text_; }
  [[nodiscard]] std::vector<Text const*> const& instruction_texts() const noexcept {
    return instruction_texts_;
  }

  [[nodiscard]] Part const& schema() const noexcept { return schema_; }
  [[nodiscard]] Part const& transitions_part() const noexcept { return transitions_part_; }
  [[nodiscard]] Part const& player_phases_part() const noexcept { return player_phases_part_; }
  [[nodiscard]] Part const& transition_instructions_part() const noexcept {
    return transition_instructions_part_;
  }

  [[nodiscard]] bool lists_phases() const noexcept { return lists_phases_; }
  [[nodiscard]] bool lists_transitions() const noexcept { return lists_transitions_; }
  [[nodiscard]] std::vector<std::string> const& phases() const noexcept { return phases_; }
  [[nodiscard]] std::vector<Transition> const& transitions() const noexcept { return transitions_; }
  [[nodiscard]] std::vector<PhaseInstruction> const& player_phases() const noexcept { return player_phases_; }
  [[nodiscard]] std::vector<TransitionInstruction> const& transition_instructions() const noexcept {
    return transition_instructions_;
  }
  /// Keys and texts in file order; empty without narratives.json.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> const& narratives() const noexcept {
    return narratives_;
  }

  /// Ids; std::nullopt without dataSources.json: then the known ones are not defined.
  [[nodiscard]] std::optional<std::vector<std::string>> const& data_sources() const noexcept {
    return data_sources_;
  }

  /// False unless the metadata says so.
  [[nodiscard]] bool requires_input(std::string_view phase) const;
  [[nodiscard]] Transition const* transition(std::string_view id) const;
  [[nodiscard]] TransitionInstruction const* transition_instruction(std::string_view key) const;
  [[nodiscard]] PhaseInstruction const* player_phase(std::string_view key) const;

  /// Every text that was read: the files, and those inside strings, each after the one that contains it.
  [[nodiscard]] auto texts() const {
    return texts_ | std::views::transform([](auto const& text) -> Text const& { return *text; });
  }

  /// The same game with some of its files changed or new; one without bytes is removed. The other files are
  /// not read again but shared, so only one thread at a time may use both games.
  [[nodiscard]] Game with(std::vector<GameFile> changed) const;

private:
  using SharedText = std::shared_ptr<Text const>;
  void read_all(std::vector<SharedText> files);
  void read(SharedText file);
  Text const& add_inner(Part const& string);
  void read_transitions();
  void read_instructions(Text const& text);
  void add_player_phase(std::string key, Part part);
  void add_transition_instruction(std::string key, Part part);
  Part opened(Part part);
  Part whole(Part part, std::string_view wrapper, std::string_view other_wrapper, Text const*& text);

  std::vector<SharedText> texts_;
  Text const* schema_text_ = nullptr;
  Text const* transitions_text_ = nullptr;
  std::vector<Text const*> instruction_texts_;
  Part schema_;
  Part transitions_part_;
  Part player_phases_part_;
  Part transition_instructions_part_;
  bool lists_phases_ = false;
  bool lists_transitions_ = false;
  std::vector<std::string> phases_;
  std::vector<Transition> transitions_;
  std::vector<PhaseInstruction> player_phases_;
  std::vector<TransitionInstruction> transition_instructions_;
  std::map<std::string, std::size_t, std::less<>> transitions_by_id_; ///< the first of each id
  std::map<std::string, std::size_t, std::less<>> instructions_by_key_;
  std::map<std::string, bool, std::less<>> input_phases_;
  std::vector<std::pair<std::string, std::string>> narratives_;
  std::optional<std::vector<std::string>> data_sources_;
};

/// "schema", "transitions", "instructions", "narratives", "dataSources"; empty for a file that does not
/// belong to a game.
[[nodiscard]] std::string_view artifact_of(std::string_view file_name) noexcept;

/// Where the content of a game file belongs: {"schema"}, {"instructions", "transitions", "<id>"}; empty for
/// another file.
[[nodiscard]] std::vector<std::string> address_of(std::string_view file_name);

} // namespace artifactd::game
