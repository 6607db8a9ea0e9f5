#include "daemon/workplace.hpp"

#include <algorithm>
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

Workplace::Track::Track(Workplace& place, std::size_t most, Work task)
    : work(std::move(task)), dispatch(jitter_seed()),
      retry(place.loop_, [this, &place] { place.serve(*this); }), workers(most) {}

Workplace::Workplace(Loop& loop, std::size_t workers, Work work, Finished finished, Work slow)
    : loop_(loop), finished_(std::move(finished)), quick_(*this, workers, std::move(work)),
      slow_(*this, std::max<std::size_t>(workers / 4, 1), std::move(slow)) {}

Workplace::~Workplace() {
  assert(counters().running == 0);
}

void Workplace::hint(SessionKey const& session, Hints hints, Urgency urgency) {
  if (slow_.work &&
      std::ranges::any_of(hints.closed, [](auto const& each) { return each.kind.traits().slow; })) {
    slow_.dispatch.hint(session, hints, urgency, Monotonic::now());
    serve(slow_);
  }
  quick_.dispatch.hint(session, std::move(hints), urgency, Monotonic::now());
  serve(quick_);
}

void Workplace::vanished(SessionKey const& session) {
  quick_.dispatch.vanished(session);
  slow_.dispatch.vanished(session);
}

void Workplace::serve(Track& track) {
  auto now = Monotonic::now();
  while (track.dispatch.counters().running < track.workers.limit()) {
    auto job = track.dispatch.take(now);
    if (!job) break;
    start(track, std::move(*job));
  }
  if (auto due = track.dispatch.next_due())
    track.retry.arm(*due);
  else
    track.retry.disarm();
}

void Workplace::start(Track& track, Job job) {
  track.workers.run([this, &track, job = std::move(job)] {
    auto result = guarded(track.work, job);
    loop_.post([this, &track, job, result] { finish(track, job, result); });
  });
}

void Workplace::finish(Track& track, Job const& job, RunResult const& result) {
  // First, so that what it hints still counts as having happened during the run.
  finished_(job.session, result);
  if (result.slow && slow_.work && &track == &quick_) hand_over(job);
  track.dispatch.finish(job.session, result, Monotonic::now());
  serve(track);
  if (drained_ && at_rest()) std::exchange(drained_, nullptr)();
}

/// What a slow run looks at already may have come after its look; what waits for its retry goes on
/// waiting.
void Workplace::hand_over(Job const& job) {
  auto urgency = slow_.dispatch.runs(job.session) ? Urgency::news : Urgency::recheck;
  slow_.dispatch.hint(job.session, job.hints, urgency, Monotonic::now());
  serve(slow_);
}

bool Workplace::at_rest() const {
  return quick_.dispatch.empty() && slow_.dispatch.empty();
}

void Workplace::begin_shutdown(Loop::Callback drained) {
  for (auto* track : {&quick_, &slow_}) {
    track->dispatch.refuse();
    track->retry.disarm();
  }
  if (at_rest())
    drained();
  else
    drained_ = std::move(drained);
}

DispatchCounters Workplace::counters() const {
  auto all = quick_.dispatch.counters();
  auto slow = slow_.dispatch.counters();
  all.queued += slow.queued;
  all.running += slow.running;
  all.waiting += slow.waiting;
  all.runs += slow.runs;
  all.settled += slow.settled;
  if (!all.oldest || (slow.oldest && *slow.oldest < *all.oldest)) all.oldest = slow.oldest;
  return all;
}

std::optional<Moment> Workplace::due_of(SessionKey const& session) const {
  auto quick = quick_.dispatch.due_of(session);
  auto slow = slow_.dispatch.due_of(session);
  return quick && slow ? std::min(quick, slow) : quick ? quick : slow;
}

} // namespace artifactd
