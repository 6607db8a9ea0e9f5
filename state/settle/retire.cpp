#include "state/settle/retire.hpp"

#include "state/atomic_file.hpp"
#include "state/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <cerrno>
#include <cstdio>
#include <unistd.h>

namespace artifactd {

namespace {

Result<void> return_signal(Session const& session, int work, std::string const& work_name,
                           std::string const& name) {
  if (::renameat2(work, work_name.c_str(), session.directory(), name.c_str(), RENAME_NOREPLACE) == 0)
    return {};
  if (errno == EEXIST) return remove_name(work, work_name); // the newer one stands
  if (errno == ENOENT) return {};
  return fail(errno_error("rename", name));
}

Result<void> remove_if_file(int directory, std::string const& name) {
  auto removed = remove_name(directory, name);
  if (!removed && removed.error().code == EISDIR) return {}; // not ours: doctor names it
  return removed;
}

/// What an earlier refusal left behind goes before the signal does, so that success leaves no trace of it.
Result<void> clear_refusal(Session const& session, SignalName const& signal) {
  TRY(remove_if_file(session.directory(), layout::refused(signal)));
  TRY(remove_if_file(session.directory(), layout::instructions(signal)));
  return forget_attempts(session, signal);
}

Result<void> finish(Session const& session, int work, std::string const& work_name, SignalName const& signal,
                    Verdict verdict) {
  if (verdict == Verdict::accepted) {
    TRY(clear_refusal(session, signal));
    return remove_name(work, work_name);
  }
  auto error_name = layout::refused(signal);
  if (::renameat(work, work_name.c_str(), session.directory(), error_name.c_str()) < 0)
    return fail(errno_error("rename", error_name));
  return {};
}

} // namespace

Result<Retired> retire(Session const& session, Sighting const& judged, Verdict verdict,
                       InputsCheck const& as_judged) {
  auto work = TRY(session.private_directory(layout::work));
  auto name = layout::signal(judged.signal);
  auto work_name = std::string(retire_prefix) + name;
  if (::renameat2(session.directory(), name.c_str(), work.get(), work_name.c_str(), RENAME_NOREPLACE) < 0) {
    if (errno == ENOENT) return Retired::vanished;
    return fail(errno_error("remove", name));
  }
  auto taken = stamp_at(work.get(), work_name);
  auto same = taken && same_sighting(*taken, judged.stamp) ? as_judged() : Result<bool>(false);
  if (!taken) same = fail(std::move(taken).error());
  if (same && *same) {
    auto finished = finish(session, work.get(), work_name, judged.signal, verdict);
    if (finished) return Retired::done;
    same = fail(std::move(finished).error());
  }
  if (verdict == Verdict::refused) TRY(note_put_back(session, judged.signal, judged.stamp));
  TRY(return_signal(session, work.get(), work_name, name));
  if (!same) return fail(std::move(same).error());
  return Retired::differs;
}

Result<void> put_back(Session const& session, int work, std::string const& work_name) {
  auto name = work_name.substr(retire_prefix.size());
  auto parsed = parse_signal_file(name);
  if (parsed.form != SignalForm::pending)
    return remove_name(work, work_name); // planted: never a signal of ours
  auto stamp = TRY(stamp_at(work, work_name));
  TRY(note_put_back(session, *parsed.signal, stamp));
  return return_signal(session, work, work_name, name);
}

} // namespace artifactd
