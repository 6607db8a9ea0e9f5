#include "state/settle/retire.hpp"

#include "state/platform/lease.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/renaming.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <thread>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace artifactd {

namespace {

/// Keeps the inodes of signals that were removed within the tick of their birth: a file made in that tick
/// could otherwise get the same inode and times, and be taken for the submission that was answered.
class Keepsake {
public:
  ~Keepsake() {
    for (auto const& each : kept_)
      wait_past(each.birth_ns);
  }

  void keep(UniqueFd file, std::int64_t birth_ns) {
    std::scoped_lock lock(mutex_);
    release();
    if (kept_.size() == most) return wait_past(birth_ns); // then the file may be released
    kept_.push_back({std::move(file), birth_ns});
  }

  void release_past() {
    std::scoped_lock lock(mutex_);
    release();
  }

private:
  void release() {
    auto const now = file_clock_ns();
    std::erase_if(kept_, [&](Kept const& each) { return each.birth_ns < now; });
  }

  struct Kept {
    UniqueFd file;
    std::int64_t birth_ns;
  };
  static constexpr std::size_t most = 256; // descriptors, for a few ms each
  std::mutex mutex_;
  std::vector<Kept> kept_;
};

Keepsake& keepsake() {
  static Keepsake kept;
  return kept;
}

void keep_inode(int work, std::string const& work_name, DropId const& drop) {
  if (file_clock_ns() > drop.birth_ns) return;
  if (auto file = open_beneath(work, work_name, O_PATH | O_NOFOLLOW))
    keepsake().keep(*std::move(file), drop.birth_ns);
  else
    wait_past(drop.birth_ns);
}

std::string note_of(Sighting const& judged) {
  return to_name({Verdict::refused, judged.signal, drop_id(judged.stamp)});
}

/// std::nullopt if the name is free.
Result<std::optional<Stamp>> look_at(int directory, std::string const& name) {
  auto stamp = stamp_at(directory, name);
  if (!stamp && stamp.error().fault == Fault::missing) return std::nullopt;
  return TRY(std::move(stamp));
}

constexpr auto time_to_touch = std::chrono::milliseconds(100); ///< for a `touch` on a busy machine

/// `touch` and `>` open a signal before they change its times. Waits for those that found it under its former
/// name; not for long, since an agent may keep its signal open.
void wait_for_writers(int directory, std::string const& name) {
  auto const late = Monotonic::now() + time_to_touch;
  auto const is_written = [&] {
    auto file = open_beneath(directory, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    return file && somebody_writes(*std::move(file));
  };
  while (is_written() && Monotonic::now() < late)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Whether the verdict still applies to what is there: `done` means "continue".
Result<Retired> look_again(Session const& session, Sighting const& judged, InputsCheck const& as_judged) {
  if (!TRY(as_judged())) return Retired::differs;
  auto const now = TRY(look_at(session.directory(), layout::signal(judged.signal)));
  if (!now) return Retired::vanished;
  return same_sighting(*now, judged.stamp) ? Retired::done : Retired::differs;
}

/// Restores its name, unless a newer signal already has it.
Result<Retired> return_signal(Session const& session, int work, std::string const& work_name,
                              SignalName const& signal) {
  auto const name = layout::signal(signal);
  if (::renameat2(work, work_name.c_str(), session.directory(), name.c_str(), RENAME_NOREPLACE) == 0)
    return Retired::differs;
  if (errno == EEXIST)
    TRY(remove_name(work, work_name));
  else if (errno != ENOENT)
    return fail(errno_error("rename", name));
  return Retired::differs;
}

Result<Retired> finish_accepted(Session const& session, int work, std::string const& work_name,
                                InFlight const& in_flight) {
  wait_for_writers(work, work_name);
  auto const taken = TRY(look_at(work, work_name));
  if (!taken) return Retired::done;
  if (drop_id(*taken) != in_flight.drop) return return_signal(session, work, work_name, in_flight.signal);
  TRY(forget_attempts(session, in_flight.signal));
  keep_inode(work, work_name, in_flight.drop);
  TRY(remove_name(work, work_name));
  return Retired::done;
}

Result<void> leave_note(int work, Sighting const& judged) {
  auto const note = note_of(judged);
  TRY(remove_name(work, note)); // from a previous attempt, or planted
  TRY(open_beneath(work, note, O_WRONLY | O_CREAT | O_EXCL, 0600));
  return {};
}

/// If a kill comes between the two removals and the signal is withdrawn, the note makes recovery remove the
/// instructions.
Result<void> clear_older_refusal(Session const& session, int work, Sighting const& judged) {
  auto const noted = TRY(look_at(session.directory(), layout::refused(judged.signal))).has_value();
  if (noted) {
    TRY(leave_note(work, judged));
    TRY(remove_if_file(session.directory(), layout::refused(judged.signal)));
  }
  TRY(remove_if_file(session.directory(), layout::instructions(judged.signal)));
  return noted ? remove_name(work, note_of(judged)) : Result<void>();
}

Result<Retired> retire_accepted(Session const& session, int work, Sighting const& judged,
                                InputsCheck const& as_judged) {
  TRY(clear_older_refusal(session, work, judged));
  TRY(can_forget_attempts(session)); // once the signal is gone it is too late to fail
  // Touched or resubmitted again within this tick: the next touch would leave no trace. A signal still as it
  // was made cannot wait that long; for it, a second touch within the tick counts as the same submission.
  if (judged.stamp.changed_ns > judged.stamp.birth_ns) wait_past(judged.stamp.changed_ns);
  if (auto const found = TRY(look_again(session, judged, as_judged)); found != Retired::done) return found;
  InFlight const in_flight{Verdict::accepted, judged.signal, drop_id(judged.stamp)};
  auto const work_name = to_name(in_flight);
  auto const name = layout::signal(judged.signal);
  if (::renameat2(session.directory(), name.c_str(), work, work_name.c_str(), RENAME_NOREPLACE) < 0) {
    if (errno == ENOENT) return Retired::vanished;
    return fail(errno_error("remove", name));
  }
  return finish_accepted(session, work, work_name, in_flight);
}

/// Removes instructions unless there is an `.error`, even an older one: without one they refer to nothing.
Result<void> withdraw_instructions(Session const& session, SignalName const& signal) {
  if (TRY(look_at(session.directory(), layout::refused(signal)))) return {};
  return remove_if_file(session.directory(), layout::instructions(signal));
}

/// The refusal did not happen, and the same submission must be judged again.
Result<void> take_refusal_back(Session const& session, int work, Sighting const& judged) {
  TRY(void_last_attempt(session, judged.signal));
  TRY(withdraw_instructions(session, judged.signal));
  return remove_name(work, note_of(judged));
}

/// `.error` is another submission, made between the last look and the rename: it is pending.
Result<Retired> arm_again(Session const& session, SignalName const& signal) {
  auto const error_name = layout::refused(signal);
  auto const name = layout::signal(signal);
  if (::renameat2(session.directory(), error_name.c_str(), session.directory(), name.c_str(),
                  RENAME_NOREPLACE) < 0 &&
      errno != EEXIST && errno != ENOENT)
    return fail(errno_error("rename", error_name));
  return Retired::differs;
}

Result<Retired> finish_refused(Session const& session, int work, std::string const& note,
                               InFlight const& in_flight) {
  wait_for_writers(session.directory(), layout::refused(in_flight.signal));
  auto const error = TRY(look_at(session.directory(), layout::refused(in_flight.signal)));
  auto retired = Retired::done;
  if (error && drop_id(*error) != in_flight.drop) retired = TRY(arm_again(session, in_flight.signal));
  TRY(sync_directory(session.directory()));
  TRY(remove_name(work, note));
  return retired;
}

/// `ln .error .lock` also submits a signal, and btrfs may come back from a power cut with both names: a
/// rename between two names of one file does nothing.
Result<void> part_from_error(Session const& session, Sighting const& judged) {
  auto const error_name = layout::refused(judged.signal);
  auto const error = TRY(look_at(session.directory(), error_name));
  if (!error || !same_file(*error, judged.stamp)) return {};
  return remove_name(session.directory(), error_name);
}

/// `done`: its name is `.error` now.
Result<Retired> rename_to_error(Session const& session, Sighting const& judged,
                                InputsCheck const& as_judged) {
  // Its ctime will show whether the signal was resubmitted: the rename must change it.
  wait_past(judged.stamp.changed_ns);
  TRY(part_from_error(session, judged));
  if (auto const found = TRY(look_again(session, judged, as_judged)); found != Retired::done) return found;
  auto const name = layout::signal(judged.signal);
  auto const error_name = layout::refused(judged.signal);
  if (::renameat2(session.directory(), name.c_str(), session.directory(), error_name.c_str(), 0) == 0)
    return Retired::done;
  if (errno == ENOENT) return Retired::vanished;
  if (errno == EISDIR) return fail(in_the_way(session, error_name, "a file"));
  return fail(errno_error("rename", error_name));
}

Result<Retired> retire_refused(Session const& session, int work, Sighting const& judged,
                               InputsCheck const& as_judged) {
  auto retired = rename_to_error(session, judged, as_judged);
  if (retired && *retired == Retired::done) {
    // An error now leaves the note, by which recovery finishes: the refusal happened.
    retired = TRY(finish_refused(session, work, note_of(judged),
                                 {Verdict::refused, judged.signal, drop_id(judged.stamp)}));
    if (*retired == Retired::done) return retired;
  }
  auto taken_back = take_refusal_back(session, work, judged);
  if (retired && !taken_back) return fail(std::move(taken_back).error());
  return retired;
}

} // namespace

void release_kept_inodes() {
  keepsake().release_past();
}

Result<void> begin_refusal(Claim const&, Session const& session, Sighting const& judged) {
  auto const work = TRY(session.kept_directory(layout::work));
  TRY(leave_note(work.get(), judged));
  return sync_directory(session.directory());
}

Result<void> end_refusal(Claim const&, Session const& session, Sighting const& judged) {
  auto const work = TRY(session.kept_directory(layout::work));
  return remove_name(work.get(), note_of(judged));
}

Result<Retired> retire(Claim const&, Session const& session, Sighting const& judged, Verdict verdict,
                       InputsCheck const& as_judged) {
  auto const work = TRY(session.kept_directory(layout::work));
  return verdict == Verdict::accepted ? retire_accepted(session, work.get(), judged, as_judged)
                                      : retire_refused(session, work.get(), judged, as_judged);
}

Result<void> finish_retiring(Claim const&, Session const& session, int work, std::string const& work_name,
                             InFlight const& in_flight) {
  if (in_flight.verdict == Verdict::accepted) {
    TRY(finish_accepted(session, work, work_name, in_flight));
    return {};
  }
  auto const note = TRY(look_at(work, work_name));
  auto const error = TRY(look_at(session.directory(), layout::refused(in_flight.signal)));
  auto const older = note && error && error->changed_ns < note->modified_ns;
  if (older || TRY(look_at(session.directory(), layout::signal(in_flight.signal))))
    return remove_name(work, work_name);
  if (!error)
    TRY(withdraw_instructions(session, in_flight.signal)); // its agent withdrew it before the rename
  TRY(finish_refused(session, work, work_name, in_flight));
  return {};
}

} // namespace artifactd
