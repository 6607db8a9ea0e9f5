#include "merge/play/runtime/replay.hpp"

namespace artifactd::play {

Replayed replay(Runtime& runtime, std::vector<Step> const& steps, Row const* from) {
  Replayed replayed{from == nullptr ? runtime.start() : *from, 0, std::nullopt, from != nullptr};
  for (auto const& step : steps) {
    auto next = take(runtime, replayed.row, replayed.begun, step);
    if (!next) {
      replayed.fault = std::move(next).error();
      return replayed;
    }
    replayed.row = *std::move(next);
    ++replayed.taken;
    replayed.begun = true;
  }
  return replayed;
}

bool shows(FaultType type, Runtime& runtime, Replayed const& replayed, std::size_t steps) {
  auto const fails = type == FaultType::illegal_state || type == FaultType::invalid_state;
  if (replayed.fault) return fails && replayed.taken + 1 == steps && replayed.fault->type == type;
  if (!replayed.begun) return !fails || runtime.program().beginning() == nullptr;
  auto const standing = runtime.standing(replayed.row);
  using Next = Standing::Next;
  switch (type) {
  case FaultType::deadlock:
    return standing.next == Next::deadlock;
  case FaultType::dead_wait:
    return standing.next == Next::wait && Moves(runtime).legal(*standing.phase, replayed.row).empty();
  case FaultType::unexpected_end:
    return standing.next == Next::end;
  case FaultType::stuck_phase:
    return standing.next == Next::wait;
  case FaultType::auto_loop:
    return standing.next == Next::fire;
  case FaultType::invalid_state:
  case FaultType::illegal_state:
    return standing.next == Next::fault;
  default:
    return standing.next != Next::end;
  }
}

} // namespace artifactd::play
