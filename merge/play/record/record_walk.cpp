#include "merge/play/record/record_walk.hpp"

#include "merge/game/delta/state_delta.hpp"
#include "merge/play/record/line_choices.hpp"

#include <algorithm>
#include <ranges>

namespace artifactd::play {

namespace {

constexpr std::size_t most_behind = 64; // how late a host may be before it counts as wrong

} // namespace

RecordWalk::RecordWalk(game::Game const& game, std::vector<std::string> const& players, std::size_t kept)
    : runtime_(game, players), row_(runtime_.start()), digests_(runtime_.program().layout(), runtime_.pool()),
      digest_(digests_.of(row_)), kept_(kept) {}

bool RecordWalk::resume(WalkPoint const& point) {
  auto row = runtime_.program().layout().row(point.state, runtime_.pool());
  if (!row) return false;
  row_ = *std::move(row);
  digest_ = digests_.of(row_);
  begun_ = point.begun;
  return true;
}

void RecordWalk::know(std::uint64_t step, WalkPoint const& point) {
  auto row = runtime_.program().layout().row(point.state, runtime_.pool());
  if (row) far_ = {step, *std::move(row)};
}

void RecordWalk::remember(RecordLine const& line) {
  rows_.emplace(line.step, row_);
  if (rows_.size() > kept_) rows_.erase(rows_.begin());
}

bool RecordWalk::is_lately(std::string_view digest) const {
  return digest == digest_ || std::ranges::find(in_turn_, digest) != in_turn_.end();
}

void RecordWalk::note_turn(RecordLine const& line) {
  using Kind = RecordLine::Kind;
  if (line.kind == Kind::action || line.kind == Kind::init) in_turn_.clear();
  if (!in_turn_.empty() && in_turn_.back() == digest_) return;
  if (in_turn_.size() == most_behind) in_turn_.erase(in_turn_.begin() + 1); // the first is the likeliest
  in_turn_.push_back(digest_);
}

WalkedLine RecordWalk::take(RecordLine const& line) {
  using Kind = RecordLine::Kind;
  remember(line);
  note_turn(line);
  WalkedLine walked{&line, row_, row_};
  walked.chained = line.digest_before.empty() || line.digest_before == digest_;
  if (!walked.chained) {
    auto const latest_first = std::views::reverse(behind_);
    auto const found = std::ranges::find(latest_first, line.digest_before, &Behind::digest);
    if (found != latest_first.end()) walked.unseen_since = found->step;
  }
  switch (line.kind) {
  case Kind::error:
    if (!line.taken.id.empty())
      if (auto next = play::take(runtime_, row_, begun_, line.taken); !next)
        walked.refused = std::move(next).error();
    return walked;
  case Kind::restart:
    restart(walked);
    break;
  case Kind::correction:
    apply(walked);
    break;
  default:
    take_step(walked);
  }
  if (walked.after != row_) {
    row_ = walked.after;
    digest_ = digests_.of(row_);
  }
  walked.agrees = line.digest_after.empty() || line.digest_after == digest_;
  behind_.push_back({line.step, digest_});
  if (behind_.size() > most_behind) behind_.pop_front();
  return walked;
}

void RecordWalk::take_step(WalkedLine& walked) {
  auto const& line = *walked.line;
  auto next = play::take(runtime_, row_, begun_, line.taken);
  if (!next || !leads_to(*next, walked)) {
    // The line may not state what was drawn and computed, but its operations show it.
    if (auto const step = with_choices(runtime_, begun_, line); step != line.taken)
      next = play::take(runtime_, row_, begun_, step);
  }
  auto const ops = next ? runtime_.operations_run() : Value();
  begun_ = true;
  if (next)
    walked.by_rules = *next;
  else
    walked.refused = next.error();
  if (next && leads_to(*next, walked)) {
    if (!line.ops.empty() && line.ops != ops) {
      apply(walked);
      walked.ops_lead = walked.after == *next;
    }
    walked.after = *std::move(next);
  } else {
    apply(walked);
  }
}

/// Whether, by the log, the step leads to this state.
bool RecordWalk::leads_to(Row const& row, WalkedLine& walked) {
  auto const& line = *walked.line;
  if (!line.digest_after.empty()) return line.digest_after == digests_.of(row);
  if (line.ops.empty()) return true;
  apply(walked);
  return walked.after == row;
}

void RecordWalk::restart(WalkedLine& walked) {
  if (walked.line->adopts_artifacts()) return adopt(walked);
  auto const from = walked.line->origin();
  auto const found = rows_.find(from);
  walked.known_origin = from != 0 && from != walked.line->step && (found != rows_.end() || far_.step == from);
  if (!walked.known_origin) return;
  walked.after = found != rows_.end() ? found->second : far_.row;
  begun_ = from > 1;
}

/// Everything before was played by other rules.
void RecordWalk::adopt(WalkedLine& walked) {
  auto const& more = walked.line->more;
  if (behind_.empty()) walked.chained = true;
  auto row = runtime_.program().layout().row(more["state"], runtime_.pool());
  walked.known_origin = row.has_value();
  if (row) walked.after = *std::move(row);
  begun_ = walked.line->origin() > 1;
}

void RecordWalk::apply(WalkedLine& walked) {
  auto const& line = *walked.line;
  game::DeltaOptions options;
  options.mapping = runtime_.program().players();
  std::vector<Value> const ops(line.ops.begin(), line.ops.end());
  auto outcome = game::apply_delta(state(), ops, options);
  walked.failed = std::move(outcome.errors);
  auto row = runtime_.program().layout().row(outcome.state, runtime_.pool());
  if (!row) {
    walked.failed.push_back(row.error().message);
    return;
  }
  if (line.kind != RecordLine::Kind::correction) runtime_.force(*row, line.phase_after);
  walked.after = *std::move(row);
}

} // namespace artifactd::play
