#include "merge/play/record/live_play.hpp"

#include "merge/play/runtime/state_digest.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>

namespace artifactd::play {

Value LivePlay::state() const {
  return runtime_.program().layout().state(row_, runtime_.pool());
}

std::string LivePlay::state_digest_now() const {
  return state_digest(state());
}

std::string LivePlay::phase() const {
  auto const& phase = runtime_.pool()[row_[runtime_.program().layout().game("currentPhase")]];
  return phase.is_string() ? phase.get<std::string>() : "";
}

bool LivePlay::go_on(WalkPoint const& point, RecordLine const& last) {
  auto row = runtime_.program().layout().row(point.state, runtime_.pool());
  if (!row) return false;
  row_ = *std::move(row);
  begun_ = point.begun;
  steps_ = last.step;
  turns_ = last.turn;
  digest_ = state_digest_now();
  return true;
}

PlayTransition const* LivePlay::due() {
  if (!begun_) return runtime_.program().beginning();
  return runtime_.standing(row_).transition;
}

RecordLine LivePlay::line(RecordLine::Kind kind) {
  return {
      .step = ++steps_, .at = iso8601_now(), .kind = kind, .phase_before = phase(), .digest_before = digest_};
}

RecordLine LivePlay::take(Step const& step, std::string source) {
  using Kind = RecordLine::Kind;
  auto const is_action = step.kind == Step::Kind::action;
  auto result = line(!begun_ ? Kind::init : is_action ? Kind::action : Kind::transition);
  result.taken = step;
  auto next = play::take(runtime_, row_, begun_, step);
  if (!next) {
    result.kind = Kind::error;
    result.error = std::move(next.error().details);
    result.phase_after = result.phase_before;
    result.digest_after = result.digest_before;
    return result;
  }
  if (is_action) actions_.push_back({row_, steps_, step.player});
  if (is_action || !begun_) ++turns_;
  row_ = *std::move(next);
  begun_ = true;
  digest_ = state_digest_now();
  result.turn = turns_;
  result.ops = runtime_.operations_run();
  result.source = std::move(source);
  result.phase_after = phase();
  result.digest_after = digest_;
  return result;
}

std::optional<RecordLine> LivePlay::undo(std::span<std::string const> players) {
  auto const last = std::find_if(actions_.rbegin(), actions_.rend(), [players](Before const& each) {
    return std::ranges::find(players, each.player) != players.end();
  });
  if (last == actions_.rend()) return std::nullopt;
  auto result = line(RecordLine::Kind::restart);
  auto const before = *last;
  actions_.erase(last.base() - 1, actions_.end());
  row_ = before.row;
  digest_ = state_digest_now();
  result.phase_after = phase();
  result.digest_after = digest_;
  result.more = {{"from", before.step}, {"reason", "undo"}};
  return result;
}

} // namespace artifactd::play
