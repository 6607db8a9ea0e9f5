// A run of the editor over one agent's artifacts in a session: read, plan, apply, validate, and either all
// repaired files are published together and the signal is dropped again, or every byte is as it was (seed:
// artifact-editor, sections 5, 9 and 10).
#pragma once

#include "agents/edit/model/model_desk.hpp"
#include "agents/edit/run_record.hpp"
#include "merge/kg/kg_work.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

struct EditPolicy {
  unsigned attempts = most_attempts;
  std::size_t runs_kept = 20; ///< per session; the oldest go
  EditModelKeys keys = {};    ///< the models of Engine::model
  EditModels models = {};
  int cancel = -1; ///< a descriptor that becomes readable once the run is to end; it is taken up later
};

enum class Publishing : std::uint8_t {
  plan, ///< only make the first plan: whatever a model would have to write for it is left open
  no,   ///< only find out
  yes,
};

struct EditOutcome {
  std::string run; ///< its id; empty when nothing was written
  EditEnd end = EditEnd::unmended;
  std::string reason;              ///< of unmended, beside the errors that remain
  std::vector<std::string> mended; ///< what was made JSON of: "<file>: line 3, column 14: …"
  Repair repair;                   ///< of a run that was over already the errors and what remains alone
  std::optional<Engine> engine;    ///< nothing for such a run
  EditInputs inputs;
  std::optional<ModelDesk::Spent> spent; ///< where models may have been asked
  Duration wall{};
  /// No model could be asked, for what is nobody's work here: a key, a budget, the configuration. It is tried
  /// anew when the work is handed in again.
  bool denied = false;
  /// Whether this very run had ended before, unmended.
  bool known = false;
};

/// Blocks. An Error says that nothing was found out: the session could not be read, somebody is at it, or a
/// model cannot be reached now (Fault::busy): then the run is taken up again by the same call, and no reply
/// is paid for twice. Of a run that is not to be published models' replies are kept for the one that is.
Result<EditOutcome> edit_artifacts(Session const& session, EditOrder const& order, KgPolicy const& kg,
                                   EditPolicy const& policy, Publishing publishing, Retrying retrying);

/// The run that has this order behind it, if there is one; nothing is done.
Result<std::optional<EditOutcome>> ended_run(Session const& session, EditOrder const& order,
                                             KgPolicy const& kg);

} // namespace artifactd::editor
