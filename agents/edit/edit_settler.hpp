// Settles `edit` signals: the artifacts they name are edited and handed in for their own kind of work, and
// `edits/<name>.result.json` tells what was changed; or the signal is refused with what could not be mended,
// and every byte is as it was. Before anything else it finishes what a killed artifactd left of an edit.
#pragma once

#include "agents/edit/edit_kind.hpp"
#include "agents/edit/edit_request.hpp"
#include "agents/edit/edit_run.hpp"
#include "state/settle/settler.hpp"

namespace artifactd {

class EditSettler final : public Settler {
public:
  /// Told of every run that ended.
  using Told = std::function<void(Name const& agent, editor::EditOutcome const&)>;

  /// Takes an edit that asks a model, which takes minutes, off its hands; the signal is settled once the run
  /// has ended.
  using HandOver = std::function<void(Name const& edit)>;

  /// All outlive it. `told` may be empty; without `hand_over` it waits for models itself.
  EditSettler(KgPolicy const& kg, editor::EditPolicy const& edit, RefusalPolicy const& refusal, Told told,
              HandOver hand_over = {})
      : kg_(kg), edit_(edit), refusal_(refusal), told_(std::move(told)), hand_over_(std::move(hand_over)) {}

  [[nodiscard]] Kind kind() const noexcept override { return edit_kind; }
  [[nodiscard]] SettleReport settle(Session const& session, std::vector<Sighting> const& sightings,
                                    Round round) override;

private:
  struct Worked {
    End end = End::refused;
    editor::EditOutcome outcome;
    std::vector<Finding> findings; ///< of refused
  };

  /// Edits, and publishes what could be repaired. Fault::busy while it is in other hands.
  Result<Worked> work(Session const& session, Name const& edit, editor::EditRequest const& request) const;
  Result<editor::EditOutcome> outcome_of(Session const& session, Name const& edit,
                                         editor::EditOrder const& order) const;
  Result<void> settle_one(Session const& session, Sighting const& sighting, SignalEnd& end) const;

  KgPolicy const& kg_;
  editor::EditPolicy const& edit_;
  RefusalPolicy const& refusal_;
  Told told_;
  HandOver hand_over_;
};

} // namespace artifactd
