// Which part of a game a change is about. The forms of the seed (artifact-editor, section 8), each with the
// variants that tools of the pipeline and language models write:
//
//   schema.<field>
//       game.<field>, players.<field>, or the bare name
//   transitions.<id>
//       <id>, where transitions are meant
//   transitions.<id>.preconditions.<precondition>
//   transitions.phases, transitions.phaseMetadata
//       the whole lists; with .<phase> appended: one entry. A transition whose id would read as one of
//       these is transitions.transitions.<id>: addresses are parsed without looking anything up
//   instructions.transitions.<id>
//       transitionInstructions.<id>; transitions.<id> or <id>, where instructions are meant
//   instructions.playerPhases.<phase>
//       playerPhaseInstructions.<phase>, playerPhases.<phase>
//   instructions.playerPhases.<phase>.<action>
//       the same with .<action>
//   schema, transitions, instructions
//       the whole artifact, for parts without an address of their own; instructions only if they are in
//       one file
#pragma once

#include "state/platform/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::game {

enum class Artifact : std::uint8_t { schema, transitions, instructions };
[[nodiscard]] std::string_view artifact_word(Artifact artifact) noexcept;
[[nodiscard]] std::optional<Artifact> artifact_from(std::string_view word) noexcept;

/// Members of the transitions that are addressed both as lists and by entry.
inline constexpr std::string_view phases_member = "phases";
inline constexpr std::string_view metadata_member = "phaseMetadata";

struct FragmentAddress {
  enum class Form : std::uint8_t {
    whole,
    field,
    transition,
    precondition,
    phase_list,
    phase,
    metadata_list,
    phase_metadata,
    transition_instruction,
    player_phase,
    player_action,
  };
  Form form;
  /// Of a field "game.x", "players.x", or bare; an id; a phase; for a whole artifact or a list, its word.
  std::string name;
  std::string inner = {}; ///< the id of a precondition or an action

  [[nodiscard]] Artifact artifact() const noexcept;
  /// As the seed writes it.
  [[nodiscard]] std::string text() const;
  bool operator==(FragmentAddress const&) const = default;
};

/// `meant` is the artifact named by a change besides its address. Fault::invalid for a text that has none of
/// the forms, is longer than 512 bytes or holds control characters; nothing is looked up.
Result<FragmentAddress> parse_address(std::string_view text, std::optional<Artifact> meant = std::nullopt);

} // namespace artifactd::game
