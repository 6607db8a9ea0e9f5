#include "agents/state/drive/driven_state.hpp"

#include "agents/state/fix_target.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>

namespace artifactd {

namespace {

std::vector<Finding> errors_in(std::vector<Finding> findings) {
  std::erase_if(findings, [](Finding const& each) { return each.severity != Severity::error; });
  return findings;
}

} // namespace

Result<DrivenState> DrivenState::read(Session const& session, tuning::StateBounds const& bounds) {
  return DrivenState(session, bounds, TRY(state_in_place(session)));
}

std::string DrivenState::digest() const {
  return Digest().add(text()).hex();
}

Result<std::vector<Finding>> DrivenState::publish(tuning::Change const& change) {
  auto updated = TRY(tuning::update(*session_, change, digest(), tuning::Publishing::yes, bounds_));
  if (updated.refused) return errors_in(std::move(updated.findings));
  state_ = tuning::TuningState::read(std::move(updated.text));
  return std::vector<Finding>();
}

Result<void> DrivenState::must_publish(tuning::Change const& change) {
  auto const errors = TRY(publish(change));
  if (errors.empty()) return {};
  return fail(Fault::invalid, "the state would be refused: " + errors.front().message);
}

Result<std::vector<Finding>> DrivenState::rehearse(tuning::Change const& change) const {
  auto updated = TRY(tuning::update(*session_, change, digest(), tuning::Publishing::no, bounds_));
  return updated.refused ? errors_in(std::move(updated.findings)) : std::vector<Finding>();
}

Result<void> DrivenState::check() const {
  auto const now = TRY(state_in_place(*session_));
  if (*now.text == text()) return {};
  return fail(Fault::changed,
              "another program changed the state during the run: check it, then run it again");
}

Result<void> DrivenState::look_again() {
  state_ = TRY(state_in_place(*session_));
  return {};
}

} // namespace artifactd
