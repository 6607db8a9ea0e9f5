// The state of a run as its driver left it: changed step by step, each step judged and published, and never
// on top of somebody else's change.
#pragma once

#include "agents/state/update.hpp"

#include <string>
#include <vector>

namespace artifactd {

class DrivenState {
public:
  /// The state in place, if it is or would be accepted.
  static Result<DrivenState> read(Session const& session, tuning::StateBounds const& bounds);

  [[nodiscard]] tuning::TuningState const& operator*() const noexcept { return state_; }
  [[nodiscard]] tuning::TuningState const* operator->() const noexcept { return &state_; }
  [[nodiscard]] std::string const& text() const noexcept { return *state_.text; }
  /// SHA-256 of the state, in hexadecimal.
  [[nodiscard]] std::string digest() const;

  /// The errors for which it would be refused; if there are any, nothing was written. Fault::changed if
  /// somebody else wrote the state meanwhile.
  Result<std::vector<Finding>> publish(tuning::Change const& change);
  /// The same for a change known to be valid: a refusal is Fault::invalid.
  Result<void> must_publish(tuning::Change const& change);
  /// Judges what would be in place without writing it.
  Result<std::vector<Finding>> rehearse(tuning::Change const& change) const;

  /// Fault::changed unless this state is still in place.
  Result<void> check() const;
  /// After changes made on the driver's behalf.
  Result<void> look_again();

private:
  DrivenState(Session const& session, tuning::StateBounds const& bounds, tuning::TuningState state)
      : session_(&session), bounds_(bounds), state_(std::move(state)) {}

  Session const* session_;
  tuning::StateBounds bounds_;
  tuning::TuningState state_;
};

} // namespace artifactd
