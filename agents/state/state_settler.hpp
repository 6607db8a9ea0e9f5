// Settles the state.json of a skill tuning run, a document: whoever writes it asks for it to be judged, as it
// stands and as a step from the state accepted last. Accepted, it is kept in the history. Refused, the last
// good one takes its place and it becomes state.json.error with instructions beside it; or, by policy, it is
// only told about. Writers in place are met with patience: nothing is refused that may still be written.
// Fixes that are pending in it are applied where the operator wants that (agents/state/fixing).
#pragma once

#include "agents/state/fixing.hpp"
#include "agents/state/known_states.hpp"
#include "agents/state/state_policy.hpp"
#include "state/settle/settler.hpp"
#include "state/tuning/state_kind.hpp"

namespace artifactd {

class StateSettler final : public Settler {
public:
  /// All outlive it.
  StateSettler(StatePolicy const& policy, FixPolicy const& fixes, RefusalPolicy const& refusal,
               KnownStates& known)
      : policy_(policy), fixes_(fixes), refusal_(refusal), known_(known) {}

  [[nodiscard]] Kind kind() const noexcept override { return state_kind; }
  [[nodiscard]] Readiness readiness(Session const& session, Sighting const& sighting,
                                    Published published) const override;
  [[nodiscard]] SettleReport settle(Session const& session, std::vector<Sighting> const& sightings,
                                    Round round) override;

private:
  void work_on(Session const& session, SettleReport& report) const;

  StatePolicy const& policy_;
  FixPolicy const& fixes_;
  RefusalPolicy const& refusal_;
  KnownStates& known_;
};

/// What a state has to be like, for whoever writes the next one.
[[nodiscard]] std::vector<std::string> const& state_requirements();

/// The diagnosis of state.json.error as a step from the last good state, with nothing written.
[[nodiscard]] Result<std::vector<Finding>> judge_refused_state(Session const& session);

} // namespace artifactd
