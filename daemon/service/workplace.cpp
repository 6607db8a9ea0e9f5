#include "daemon/service/workplace.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <utility>

namespace artifactd {

namespace {

/// Only decorrelates the retries of one process from those of another.
std::uint32_t jitter_seed() {
  return static_cast<std::uint32_t>(Monotonic::now().time_since_epoch().count()) | 1U;
}

/// An exception from one session's run (no memory, a library's surprise) must not end the others: that
/// session is retried later.
RunResult guarded(Work const& work, Job const& job) {
  try {
    return work(job.session, job.hints);
  } catch (std::exception const&) {
    return {.end = RunEnd::pending};
  }
}

} // namespace

Workplace::Track::Track(Workplace& place, std::size_t most, Work task, Priority priority)
    : work(std::move(task)), dispatch(jitter_seed()),
      retry(place.loop_, [this, &place] { place.serve(*this); }), workers(most, priority) {}

Workplace::Workplace(Loop& loop, std::size_t workers, Work work, Finished finished, Work slow, Work waiting,
                     std::size_t most_waiting)
    : loop_(loop), finished_(std::move(finished)), quick_(*this, workers, std::move(work), Priority::usual),
      slow_(*this, std::max<std::size_t>(workers / 4, 1), std::move(slow), Priority::low),
      waiting_(*this, most_waiting, std::move(waiting), Priority::low) {}

Workplace::~Workplace() {
  assert(counters().running == 0);
}

void Workplace::hint(SessionKey const& session, Hints hints, Urgency urgency) {
  for (auto const& [track, pace] : {std::pair{&slow_, Pace::slow}, {&waiting_, Pace::waiting}}) {
    auto const is_of = [pace](auto const& each) { return each.kind.traits().pace == pace; };
    if (!track->work || std::ranges::none_of(hints.closed, is_of)) continue;
    track->dispatch.hint(session, hints, urgency, Monotonic::now());
    serve(*track);
  }
  quick_.dispatch.hint(session, std::move(hints), urgency, Monotonic::now());
  serve(quick_);
}

void Workplace::vanished(SessionKey const& session) {
  for (auto* track : {&quick_, &slow_, &waiting_})
    track->dispatch.vanished(session);
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
  // First, so that its hints still count as given during the run.
  finished_(job.session, result);
  if (&track == &quick_) {
    if (result.slow && slow_.work) hand_over(slow_, job);
    if (result.waiting && waiting_.work) hand_over(waiting_, job);
  }
  track.dispatch.finish(job.session, result, Monotonic::now());
  serve(track);
  if (drained_ && at_rest()) std::exchange(drained_, nullptr)();
}

/// A slow run that is already looking may have missed this; what waits for its retry goes on waiting.
void Workplace::hand_over(Track& track, Job const& job) {
  auto urgency = track.dispatch.runs(job.session) ? Urgency::news : Urgency::recheck;
  track.dispatch.hint(job.session, job.hints, urgency, Monotonic::now());
  serve(track);
}

bool Workplace::at_rest() const {
  return quick_.dispatch.empty() && slow_.dispatch.empty() && waiting_.dispatch.empty();
}

void Workplace::begin_shutdown(Loop::Callback drained) {
  for (auto* track : {&quick_, &slow_, &waiting_}) {
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
  for (auto const* track : {&slow_, &waiting_}) {
    auto const more = track->dispatch.counters();
    all.queued += more.queued;
    all.running += more.running;
    all.waiting += more.waiting;
    all.runs += more.runs;
    all.settled += more.settled;
    if (!all.oldest || (more.oldest && *more.oldest < *all.oldest)) all.oldest = more.oldest;
  }
  return all;
}

std::optional<Moment> Workplace::due_of(SessionKey const& session) const {
  std::optional<Moment> soonest;
  for (auto const* track : {&quick_, &slow_, &waiting_})
    if (auto const due = track->dispatch.due_of(session); due && (!soonest || *due < *soonest)) soonest = due;
  return soonest;
}

} // namespace artifactd
