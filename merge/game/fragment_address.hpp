// Which part of a game a change is about. The forms of the seed (artifact-editor, section 8), each with what
// tools of the pipeline and language models write for it:
//
//   schema.<field>
//       game.<field>, players.<field>, or the bare name
//   transitions.<id>
//       <id>, where transitions are meant
//   transitions.<id>.preconditions.<precondition>
//   transitions.phases, transitions.phaseMetadata
//       the lists as they are; .<phase> behind it: one entry. A transition whose id would read as one of
//       these is transitions.transitions.<id>: addresses are read without looking anything up
//   instructions.transitions.<id>
//       transitionInstructions.<id>; transitions.<id> or <id>, where instructions are meant
//   instructions.playerPhases.<phase>
//       playerPhaseInstructions.<phase>, playerPhases.<phase>
//   instructions.playerPhases.<phase>.<action>
//       the same with .<action>
//   schema, transitions, instructions
//       the whole artifact, for what has no address of its own in it; instructions where they stand in one
//       file
#pragma once

#include "state/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::game {

enum class Artifact : std::uint8_t { schema, transitions, instructions };
[[nodiscard]] std::string_view artifact_word(Artifact artifact) noexcept;
[[nodiscard]] std::optional<Artifact> artifact_from(std::string_view word) noexcept;

/// Members of the transitions that are addressed as lists and by entries.
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
  std::string name; ///< of a field "game.x", "players.x", or bare; an id; a phase; of a whole artifact or a
                    ///< list its word
  std::string inner = {}; ///< of a precondition or an action its id

  [[nodiscard]] Artifact artifact() const noexcept;
  /// As the seed writes it.
  [[nodiscard]] std::string text() const;
  bool operator==(FragmentAddress const&) const = default;
};

/// `meant` is the artifact a change names beside its address. Fault::invalid for what has none of the forms,
/// is longer than 512 bytes or holds control characters; nothing is looked up.
Result<FragmentAddress> parse_address(std::string_view text, std::optional<Artifact> meant = std::nullopt);

} // namespace artifactd::game
