// The state of a run as its driver left it: changed step by step, each judged and published, and never on top
// of what somebody else wrote.
#pragma once

#include "agents/state/update.hpp"

#include <string>
#include <vector>

namespace artifactd {

class DrivenState {
public:
  /// The one in place, if it is accepted or would be.
  static Result<DrivenState> read(Session const& session, tuning::StateBounds const& bounds);

  [[nodiscard]] tuning::TuningState const& operator*() const noexcept { return state_; }
  [[nodiscard]] tuning::TuningState const* operator->() const noexcept { return &state_; }
  [[nodiscard]] std::string const& text() const noexcept { return *state_.text; }
  /// SHA-256 of it, in hexadecimal.
  [[nodiscard]] std::string digest() const;

  /// The errors it would be refused for, and then nothing was written. Fault::changed where somebody else
  /// wrote the state meanwhile.
  Result<std::vector<Finding>> publish(tuning::Change const& change);
  /// The same for a change that is sound by itself: a refusal is Fault::invalid.
  Result<void> must_publish(tuning::Change const& change);
  /// What would be in place, judged and not written.
  Result<std::vector<Finding>> rehearse(tuning::Change const& change) const;

  /// Fault::changed unless it is in place still.
  Result<void> check() const;
  /// After changes that were made on the driver's word.
  Result<void> look_again();

private:
  DrivenState(Session const& session, tuning::StateBounds const& bounds, tuning::TuningState state)
      : session_(&session), bounds_(bounds), state_(std::move(state)) {}

  Session const* session_;
  tuning::StateBounds bounds_;
  tuning::TuningState state_;
};

} // namespace artifactd
