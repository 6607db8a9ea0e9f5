#include "daemon/workplace.hpp"

#include <cassert>
#include <exception>
#include <utility>

namespace artifactd {

namespace {

/// Only decorrelates retries of one process from those of another.
std::uint32_t jitter_seed() {
  return static_cast<std::uint32_t>(Monotonic::now().time_since_epoch().count()) | 1U;
}

/// What escapes from one session's run (no memory, a library's surprise) must not end the others: that
/// session is tried again later.
RunResult guarded(Work const& work, Job const& job) {
  try {
    return work(job.session, job.hints);
  } catch (std::exception const&) {
    return {.end = RunEnd::pending};
  }
}

} // namespace

Workplace::Workplace(Loop& loop, std::size_t workers, Work work, Finished finished)
    : loop_(loop), work_(std::move(work)), finished_(std::move(finished)), dispatch_(jitter_seed()),
      retry_(loop, [this] { serve(); }), workers_(workers) {}

Workplace::~Workplace() {
  assert(dispatch_.counters().running == 0);
}

void Workplace::hint(SessionKey const& session, Hints hints, Urgency urgency) {
  dispatch_.hint(session, std::move(hints), urgency, Monotonic::now());
  serve();
}

void Workplace::vanished(SessionKey const& session) {
  dispatch_.vanished(session);
}

void Workplace::serve() {
  auto now = Monotonic::now();
  while (dispatch_.counters().running < workers_.limit()) {
    auto job = dispatch_.take(now);
    if (!job) break;
    start(std::move(*job));
  }
  if (auto due = dispatch_.next_due())
    retry_.arm(*due);
  else
    retry_.disarm();
}

void Workplace::start(Job job) {
  workers_.run([this, job = std::move(job)] {
    auto result = guarded(work_, job);
    loop_.post([this, session = job.session, result] { finish(session, result); });
  });
}

void Workplace::finish(SessionKey const& session, RunResult const& result) {
  // First, so that what it hints still counts as having happened during the run.
  finished_(session, result);
  dispatch_.finish(session, result, Monotonic::now());
  serve();
  if (drained_ && dispatch_.empty()) std::exchange(drained_, nullptr)();
}

void Workplace::begin_shutdown(Loop::Callback drained) {
  dispatch_.refuse();
  retry_.disarm();
  if (dispatch_.empty())
    drained();
  else
    drained_ = std::move(drained);
}

} // namespace artifactd
