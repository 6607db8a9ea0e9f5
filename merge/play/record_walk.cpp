#include "merge/play/record_walk.hpp"

#include "merge/game/state_delta.hpp"
#include "merge/play/line_choices.hpp"
#include "merge/play/state_digest.hpp"

namespace artifactd::play {

RecordWalk::RecordWalk(game::Game const& game, std::vector<std::string> const& players)
    : runtime_(game, players), row_(runtime_.start()), digest_(state_digest(state())) {}

WalkedLine RecordWalk::take(RecordLine const& line) {
  using Kind = RecordLine::Kind;
  rows_.emplace(line.step, row_);
  WalkedLine walked{&line, row_, row_};
  walked.chained = line.digest_before.empty() || line.digest_before == digest_;
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
    digest_ = state_digest(state());
  }
  walked.agrees = line.digest_after.empty() || line.digest_after == digest_;
  return walked;
}

void RecordWalk::take_step(WalkedLine& walked) {
  auto const& line = *walked.line;
  auto next = play::take(runtime_, row_, begun_, line.taken);
  if (!next || !leads_to(*next, walked)) {
    // What was drawn and computed may not be noted, but what came of it is.
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

/// Whether the log says that the step leads to this state.
bool RecordWalk::leads_to(Row const& row, WalkedLine& walked) {
  auto const& line = *walked.line;
  if (!line.digest_after.empty()) return line.digest_after == state_digest(state_of(row));
  if (line.ops.empty()) return true;
  apply(walked);
  return walked.after == row;
}

void RecordWalk::restart(WalkedLine& walked) {
  auto const& more = walked.line->more;
  auto const from = more.find("from");
  auto const found =
      from != more.end() && from->is_number_unsigned() ? rows_.find(from->get<std::uint64_t>()) : rows_.end();
  walked.known_origin = found != rows_.end() && found->first != walked.line->step;
  if (walked.known_origin) walked.after = found->second;
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
