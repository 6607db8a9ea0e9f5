// Settles `edit` signals: the artifacts they name are edited and handed in for their own kind of work, and
// `edits/<name>.result.json` tells what was changed; or the signal is refused with what could not be mended,
// and every byte is as it was. Before anything else it finishes what a killed artifactd left of an edit.
#pragma once

#include "agents/edit/edit_kind.hpp"
#include "agents/edit/edit_request.hpp"
#include "agents/edit/edit_run.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// What the work is done with; the policies outlive the work.
struct EditTools {
  KgPolicy const& kg;
  editor::EditPolicy const& edit;
  /// Called for every run that ended; may be empty.
  std::function<void(Session const&, Name const& agent, editor::EditOutcome const&)> on_ended = {};
  /// Takes an edit that asks a model, which takes minutes, over; the signal is settled once the run has
  /// ended. Empty: the work waits for models itself.
  std::function<void(SignalName const&)> hand_over = {};
};

[[nodiscard]] KindOfWork edit_work(EditTools tools);

} // namespace artifactd
