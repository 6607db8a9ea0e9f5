// Handles `edit` signals: the artifacts they name are edited and resubmitted for their own kind of work, and
// `edits/<name>.result.json` reports what was changed; or the signal is refused with the errors that could
// not be repaired, and every byte stays as it was. First it finishes what a killed artifactd left of an edit.
#pragma once

#include "agents/edit/edit_kind.hpp"
#include "agents/edit/edit_request.hpp"
#include "agents/edit/edit_run.hpp"
#include "agents/edit/edit_slots.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// The dependencies of the work; the policies must outlive it.
struct EditTools {
  KgPolicy const& kg;
  editor::EditPolicy const& edit;
  EditSlots& slots; ///< for edits that are made here
  /// Called for every run that ended; may be empty.
  std::function<void(Session const&, Name const& agent, editor::EditOutcome const&)> on_ended = {};
  /// Takes over an edit that asks a model, which takes minutes; the signal is settled once the run has ended.
  /// If empty, the work itself waits for models.
  std::function<void(SignalName const&)> hand_over = {};
};

[[nodiscard]] KindOfWork edit_work(EditTools tools);

} // namespace artifactd
