// The coordinator that needs no model: one function for each pattern of faults, which recognises its errors
// by their wording, whatever their source, and drafts the repair if it follows from the artifacts alone
// (seed: artifact-editor, sections 3 and 6).
#pragma once

#include "agents/edit/cause.hpp"

#include <vector>

namespace artifactd::editor {

/// Causes in the best order of repair. Every error belongs to the first cause that claims it; an error that
/// none claims is `unaddressed`. The plan does not promise success: applying a change shows whether it helps.
[[nodiscard]] ChangePlan plan_by_rules(Evidence const& evidence);

// Each appends what it recognises.
using Causes = std::vector<Cause>;
void find_dead_plays(Evidence const& evidence, Causes& causes);             ///< P01 to P09
void find_misshapen_transitions(Evidence const& evidence, Causes& causes);  ///< T02, T03, V05
void find_misshapen_instructions(Evidence const& evidence, Causes& causes); ///< I01
void find_missing_members(Evidence const& evidence, Causes& causes);        ///< T02, I01, I03 to I13: P8
void find_incomplete_checks(Evidence const& evidence, Causes& causes);      ///< I19
void find_misplaced_instructions(Evidence const& evidence, Causes& causes); ///< G01, G02
void find_repeated_transitions(Evidence const& evidence, Causes& causes);   ///< G09
void find_faulty_phase_lists(Evidence const& evidence, Causes& causes);     ///< T02, V03, I33, G12: R16
void find_foreign_operators(Evidence const& evidence, Causes& causes);      ///< T02, G04, G15: P8
void find_logic_texts(Evidence const& evidence, Causes& causes);            ///< T04, V15: P8
void find_mixed_segments(Evidence const& evidence, Causes& causes);         ///< I02: P9
void find_unknown_markers(Evidence const& evidence, Causes& causes);        ///< I17: P10
void find_meant_reads(Evidence const& evidence, Causes& causes);            ///< V14, V15, G05, I15: P6
void find_player_access(Evidence const& evidence, Causes& causes);          ///< T05, T06, V13, G06: P7
void find_missing_logic(Evidence const& evidence, Causes& causes);          ///< T03, T10: P2
void find_misscoped_fields(Evidence const& evidence, Causes& causes);       ///< V15, G04: P6
void find_unknown_fields(Evidence const& evidence, Causes& causes);         ///< V14, V15, G04, G05: P6
void find_renamed_bounds(Evidence const& evidence, Causes& causes);         ///< I33, G12, the whole cause: P4
void find_wrong_phases(Evidence const& evidence, Causes& causes);           ///< V06, V07, dead ends: P4
void find_missing_action_flags(Evidence const& evidence, Causes& causes);   ///< I16: P1
void find_missing_endings(Evidence const& evidence, Causes& causes);        ///< I28, I29, I31, G07: P3
void find_blocked_starts(Evidence const& evidence, Causes& causes);         ///< I25 to I27: P5
void find_self_blocking(Evidence const& evidence, Causes& causes);          ///< I22
/// T01, V01 to V04, I18, G01: R16; for a model to write
void find_absences(Evidence const& evidence, Causes& causes);
/// Errors that no rule knows, but that say where they are. Only plans.
void find_named_places(Evidence const& evidence, Causes& causes);
/// Reported errors that say what was seen in a play: each joins a cause that may explain it, at its place.
void find_symptoms(Evidence const& evidence, Causes& causes);

} // namespace artifactd::editor
