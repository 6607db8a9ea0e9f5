#include "merge/play/record/play_audit.hpp"

#include "merge/play/record/correction.hpp"
#include "merge/play/record/line_choices.hpp"
#include "merge/play/runtime/state_digest.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

using LineKind = RecordLine::Kind;

/// The play by the rules, beside the play as it was, from the step at which they differ.
class RightPlay {
public:
  explicit RightPlay(RecordWalk& walk) : runtime_(walk.runtime()), walk_(walk) {}

  [[nodiscard]] bool parted() const noexcept { return repair_.has_value(); }
  /// The first step that went wrong, even if that makes no difference now; 0: none.
  [[nodiscard]] std::uint64_t departed() const noexcept { return departed_; }

  void take(WalkedLine const& walked) {
    if (walked.undoes(departed_)) departed_ = 0;
    if (parted() && walked.undoes(repair_->step))
      repair_.reset();
    else if (parted())
      follow(walked);
    else if (walked.departs())
      part(walked);
    if (row_ && *row_ == walked.after) repair_.reset(); // it makes no difference any more
  }

  std::optional<StateRepair> repair(Row const& now) {
    if (!repair_ || repair_->restart > 0) return repair_;
    auto const state = walk_.state_of(now);
    if (row_) {
      auto const right = walk_.state_of(*row_);
      repair_->ops = operations_between(state, right);
      computed_wrong_ = computed_fields_differ(state, right);
    } else {
      for (auto const& op : wrong_)
        if (is_still_wrong(op, now)) repair_->ops.push_back(op);
    }
    if (computed_wrong_) repair_->ops = Value::array();
    if (repair_->ops.empty()) repair_->restart = repair_->step;
    return repair_;
  }

private:
  void part(WalkedLine const& walked) {
    repair_ = StateRepair{.step = walked.line->step, .what = words(walked)};
    if (departed_ == 0) departed_ = repair_->step;
    row_ = walked.by_rules;
    if (walked.by_rules) {
      auto const wrong = walk_.state_of(walked.after);
      auto const right = walk_.state_of(*walked.by_rules);
      wrong_ = operations_between(wrong, right);
      computed_wrong_ = computed_fields_differ(wrong, right);
      was_ = walked.after;
    } else {
      repair_->restart = walked.line->step;
    }
  }

  void follow(WalkedLine const& walked) {
    auto const& line = *walked.line;
    if (!row_ || line.kind == LineKind::error) return;
    if (line.kind == LineKind::correction) return correct(walked);
    auto step =
        line.kind == LineKind::restart ? std::nullopt : std::optional(with_choices(runtime_, true, line));
    auto next = step ? artifactd::play::take(runtime_, *row_, true, *step)
                     : std::expected<Row, PlayFault>(std::unexpected(PlayFault{}));
    if (next)
      row_ = *std::move(next);
    else
      row_.reset();
  }

  static std::string words(WalkedLine const& walked) {
    if (walked.refused) return fmt::format("the rules do not allow it: {}", walked.refused->details);
    return "it does not do what the rules say";
  }

  /// Somebody may have repaired it meanwhile.
  void correct(WalkedLine const& walked) {
    auto state = corrected(runtime_, walk_.state_of(*row_), walked.line->ops);
    auto row = state ? runtime_.program().layout().row(state->state, runtime_.pool()) : Result<Row>(*row_);
    if (row) row_ = *std::move(row);
  }

  bool is_still_wrong(Value const& op, Row const& now) {
    auto const& layout = runtime_.program().layout();
    for (Slot slot = 0; slot < layout.size(); ++slot)
      if (op["path"] == Value(layout.path(slot))) return now[slot] == was_[slot];
    return false;
  }

  Runtime& runtime_;
  RecordWalk& walk_;
  std::uint64_t departed_ = 0;
  std::optional<StateRepair> repair_;
  std::optional<Row> row_; ///< by the rules; std::nullopt once the log cannot be followed from there
  Row was_;                ///< after the step that went wrong
  Value wrong_ = Value::array();
  bool computed_wrong_ = false; ///< what no operation can set right
};

class Auditor {
public:
  Auditor(game::Game const& game, Record const& record)
      : game_(game), record_(record), walk_(game, record.meta.players), right_(walk_),
        detector_(game, record.meta.players) {}

  PlayAudit result() {
    for (auto const& line : record_.judged())
      take(walk_.take(line));
    detector_.end(walk_, record_.state);
    audit_.state = walk_.state();
    audit_.digest = walk_.digest();
    audit_.issues = detector_.issues();
    audit_.strayed = right_.repair(walk_.row());
    audit_.departed = right_.departed();
    if (!record_.odd.empty() && audit_.broken.empty()) audit_.broken = record_.odd.front();
    look_at_state();
    auto const is_right = audit_.broken.empty() && !audit_.touched && !audit_.strayed;
    if (is_right && std::ranges::all_of(audit_.issues, &DetectedIssue::departed) && walk_.begun())
      look_ahead();
    return std::move(audit_);
  }

private:
  void take(WalkedLine const& walked) {
    note_digests(walked);
    detector_.take(walked, walk_);
    right_.take(walked);
    if (!right_.parted()) detector_.rejoin();
  }

  void note_digests(WalkedLine const& walked) {
    if (walked.undoes(broken_step_)) audit_.broken.clear();
    if (!audit_.broken.empty() || walked.is_intact()) return;
    broken_step_ = walked.line->step;
    audit_.broken = walked.unseen_since
                        ? fmt::format("step {} was written by a host that had not seen the steps after {}",
                                      broken_step_, *walked.unseen_since)
                        : fmt::format("the digests of step {} do not match its content", broken_step_);
  }

  void look_at_state() {
    if (record_.state.is_null() || walk_.is_lately(state_digest(record_.state))) return;
    audit_.touched = StateRepair{.step = 0,
                                 .what = "state.json does not match the log: somebody changed it",
                                 .ops = operations_between(record_.state, audit_.state)};
  }

  void look_ahead() {
    auto outcome = search_faults(game_, record_.meta.players, {.states = most_states_ahead}, &audit_.state);
    std::erase_if(outcome.faults, [this](FoundFault const& each) {
      return !each.certain || each.actions > record_.meta.players.size();
    });
    std::ranges::stable_sort(outcome.faults, {}, &FoundFault::actions);
    audit_.ahead = std::move(outcome.faults);
  }

  game::Game const& game_;
  Record const& record_;
  RecordWalk walk_;
  RightPlay right_;
  Detector detector_;
  PlayAudit audit_;
  std::uint64_t broken_step_ = 0; ///< 0: none
};

} // namespace

PlayAudit audit(game::Game const& game, Record const& record) {
  return Auditor(game, record).result();
}

} // namespace artifactd::play
