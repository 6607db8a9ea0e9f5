// A run of the editor over one agent's artifacts in a session: read, plan, apply, validate. Then either all
// repaired files are published together and the signal is submitted again, or every byte stays as it was
// (seed: artifact-editor, sections 5, 9 and 10).
#pragma once

#include "agents/edit/model/model_desk.hpp"
#include "agents/edit/run_record.hpp"
#include "merge/kg/kg_work.hpp"
#include "state/vocabulary/progress.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

struct EditPolicy {
  unsigned attempts = most_attempts;
  std::size_t runs_kept = 20; ///< per session; the oldest are removed
  EditModelKeys keys = {};    ///< the models for Engine::model
  EditModels models = {};
  int cancel = -1; ///< a descriptor that becomes readable when the run is to stop; the run is resumed later
  OnProgress on_progress = {};
};

enum class Publishing : std::uint8_t {
  plan, ///< only make the first plan: what a model would have to write for it is left open
  no,   ///< try the repair without publishing it
  yes,
};

struct EditOutcome {
  std::string run; ///< its id; empty if nothing was written
  EditEnd end = EditEnd::unrepaired;
  std::string reason; ///< if unrepaired: in addition to the errors that remain
  std::vector<std::string>
      repaired;                 ///< the repairs that made files valid JSON: "<file>: line 3, column 14: …"
  Repair repair;                ///< for a run that was already over: only the errors and the remaining ones
  std::optional<Engine> engine; ///< std::nullopt for such a run
  EditInputs inputs;
  std::optional<ModelDesk::Spent> spent; ///< if models may have been asked
  Duration wall{};
  /// No model could be asked, for a reason outside the artifacts: a key, a budget, the configuration. It is
  /// tried again when the work is resubmitted.
  bool denied = false;
  /// Whether this run had already ended earlier, unrepaired.
  bool known = false;
};

/// Blocks. An Error means no outcome: the session could not be read, another process works on the run, or a
/// model is unreachable for now (Fault::busy): then calling this again resumes the run, and no reply is paid
/// for twice. A dry run keeps the models' replies for the run that publishes.
Result<EditOutcome> edit_artifacts(Session const& session, EditOrder const& order, KgPolicy const& kg,
                                   EditPolicy const& policy, Publishing publishing, Retrying retrying);

/// The run that already ended with this order, if any; does nothing else.
Result<std::optional<EditOutcome>> ended_run(Session const& session, EditOrder const& order,
                                             KgPolicy const& kg);

} // namespace artifactd::editor
