#include "merge/kg/second_look.hpp"

#include "state/session/session_layout.hpp"
#include "state/settle/redo.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr auto soon = std::chrono::seconds(2);
constexpr auto at_once = std::chrono::milliseconds(250);

/// Whether a look is due: nothing new was published, or publications never pause.
bool is_due(bool published, Moment looked, Moment now) {
  return !published || now - looked >= soon;
}

} // namespace

std::optional<SecondLook::Recalled> SecondLook::recall(Session const& session) {
  auto redo = stamp_at(session.directory(), layout::redo);
  std::optional<Memory> memory;
  {
    std::scoped_lock lock(mutex_);
    if (auto known = sessions_.find(session.shown()); known != sessions_.end())
      memory = sessions_.extract(known).mapped();
  }
  if (!redo) return memory.transform([](Memory const& known) { return Recalled{known}; });
  auto const now = Monotonic::now();
  auto const age = Duration(std::max<std::int64_t>(0, wall_now_ns() - redo->modified_ns));
  auto const published = memory ? memory->redo_ns != redo->modified_ns : age < longest_held;
  // A caller that comes back, such as the daemon, may look later; a command looks now or never.
  auto const differs = !memory && redo_standing(session.directory()) == RedoStanding::other;
  if (!memory && !published && !differs) return std::nullopt;
  if (!memory)
    memory = Memory{0, now - std::chrono::duration_cast<Monotonic::duration>(age), differs ? Moment() : now};
  if (published)
    memory->last =
        now - std::chrono::duration_cast<Monotonic::duration>(std::min<Duration>(age, longest_held));
  memory->redo_ns = redo->modified_ns;
  return Recalled{*memory, published};
}

bool SecondLook::look(Session const& session, KgTools const& tools, MutexHeld const& held, Memory& memory,
                      SettleReport& report) {
  auto looked = remerge_overwritten(session, tools.policy, tools.pool, tools.watch, held);
  if (!looked) return false; // busy, or short of a resource: the next look will tell
  report.notices = std::move(looked->notices);
  if (looked->too_early) return report.again_in = at_once, false;
  if (looked->trouble) {
    if (looked->trouble->fault != Fault::invalid) return false;
    report.notices.push_back(looked->trouble->message); // a person has to restore it
    return true;
  }
  memory.looked = Monotonic::now();
  if (looked->published) memory.last = memory.looked;
  if (auto redo = stamp_at(session.directory(), layout::redo)) memory.redo_ns = redo->modified_ns;
  return memory.looked - memory.last >= longest_held;
}

SettleReport SecondLook::after_run(Session const& session, KgTools const& tools, MutexHeld const& held) {
  SettleReport report;
  auto recalled = recall(session);
  if (!recalled) return report;
  auto& memory = recalled->memory;
  auto const now = Monotonic::now();
  if (is_due(recalled->published, memory.looked, now) && look(session, tools, held, memory, report))
    return report;
  if (!report.again_in)
    report.again_in = now - memory.last < soon ? Duration(soon) : Duration(longest_held - soon);
  std::scoped_lock lock(mutex_);
  sessions_.insert_or_assign(session.shown(), memory);
  return report;
}

void SecondLook::forget(std::string const& session) {
  std::scoped_lock lock(mutex_);
  sessions_.erase(session);
}

} // namespace artifactd
