// The classification of a report without a model: what the play and its artifacts show decides first, then
// the words of the message. If neither decides, the answer is the rule and the question whether it is
// intended (seed: artifact-editor, section 12).
#pragma once

#include "agents/report/report_request.hpp"
#include "agents/report/seat.hpp"
#include "merge/play/record/play_audit.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::report {

enum class Category : std::uint8_t { explanation, state_correction, artifact_bug, design_change };
/// "EXPLANATION", …
[[nodiscard]] std::string_view word_of(Category category) noexcept;
[[nodiscard]] std::optional<Category> category_from(std::string_view word) noexcept;

enum class DecidedBy : std::uint8_t {
  facts,  ///< the play shows it
  words,  ///< of the message
  model,  ///< the assistant
  nobody, ///< it needs understanding, and nobody was asked
};
[[nodiscard]] std::string_view word_of(DecidedBy decided) noexcept;

/// Something anybody can look up: a step of the log, a part of the artifacts, a field.
struct Evidence {
  std::uint64_t step = 0;    ///< 0: no step
  std::string fragment = {}; ///< address; may be empty
  std::string path = {};     ///< of a field; may be empty
  std::string quote = {};
  bool for_operator = false; ///< it may quote what a player must not see

  [[nodiscard]] bool is_seen(Seat const& seat) const {
    return seat.reveal == Reveal::all || (!for_operator && seat.sees(path));
  }
};

/// The seed's GameplayDiagnosticInput, for an editor.
struct Diagnostic {
  std::string symptom;
  std::vector<std::string> evidence;
  std::string artifact; ///< schema, transitions or instructions
  std::string fragment; ///< may be empty
  std::vector<std::string> errors;
};

struct Triage {
  Category category = Category::explanation;
  DecidedBy decided = DecidedBy::words;
  std::string text = {};                        ///< for the player
  std::vector<Evidence> evidence = {};          ///< complete; `is_seen` says what a player may see
  std::optional<play::StateRepair> repair = {}; ///< for a correction
  std::optional<Diagnostic> diagnostic = {};    ///< for a bug
  std::string doubted = {}; ///< for an explanation: the part of the rules that a player says is wrong
  bool may_be_wish = false; ///< for an explanation: the words also name a change of the rules
};

/// `record` includes the players of a play; `audit` is that of `record`.
[[nodiscard]] Triage triage(game::Game const& game, play::Record const& record, play::PlayAudit const& audit,
                            Complaint const& complaint, Seat const& seat);

[[nodiscard]] play::Value to_json(Evidence const& evidence);
/// {category: "artifact_bug", symptom, evidence, suspectedArtifact, suspectedFragment, syntheticErrors}
[[nodiscard]] play::Value to_json(Diagnostic const& diagnostic);

} // namespace artifactd::report
