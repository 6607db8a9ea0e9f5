#include "state/journal/journal_writer.hpp"

#include "state/platform/blocked_signals.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// the maximum age of an event before it is written
constexpr auto batch_time = std::chrono::milliseconds(100);
constexpr std::uint64_t prune_every = 1000; ///< rows: pruning costs about as much as writing that many
constexpr auto between_trials = std::chrono::seconds(2);
constexpr auto breath = std::chrono::milliseconds(50); ///< between two attempts to get the file

/// Whether renaming the file can help: the problem is the file, not the disk.
bool file_is_to_blame(Error const& error) noexcept {
  switch (error.fault) {
  case Fault::no_space:
  case Fault::exhausted:
  case Fault::busy:
  case Fault::unsupported: // a journal of another version is intact
    return false;
  default:
    return true;
  }
}

/// Also renames the write-ahead file: it must not be applied to the next file.
Result<std::string> put_aside(std::string const& path) {
  auto aside = fmt::format("{}.damaged-{}", path, iso8601_now());
  if (::rename(path.c_str(), aside.c_str()) < 0) return fail(errno_error("rename", path));
  if (::rename((path + "-wal").c_str(), (aside + "-wal").c_str()) < 0 && errno != ENOENT)
    return fail(errno_error("rename", path + "-wal"));
  if (::unlink((path + "-shm").c_str()) < 0 && errno != ENOENT) return fail(errno_error("unlink", path));
  return aside;
}

} // namespace

Result<OpenedJournal> open_or_replace(std::string const& path, Journal::Check check) {
  auto tables = JournalTables::open(path, check);
  if (tables) return OpenedJournal{*std::move(tables), std::nullopt};
  if (check == Journal::Check::glance || !file_is_to_blame(tables.error()))
    return fail(std::move(tables).error());
  auto aside = put_aside(path);
  if (!aside) return fail(std::move(tables).error()); // nothing to rename: the directory is the problem
  return OpenedJournal{TRY(JournalTables::open(path, check)), *std::move(aside)};
}

Journal::Writer::Writer(std::string where, Options how, OpenedJournal opened)
    : path(std::move(where)), options(how), damaged(std::move(opened.damaged)),
      tables(std::move(opened.tables)), since_prune(prune_every), thread([this] {
        BlockedSignals const blocked;
        return std::jthread([this](std::stop_token const& stop) { serve(stop); });
      }()) {}

void Journal::Writer::serve(std::stop_token const& stop) {
  std::unique_lock lock(queue_lock);
  while (true) {
    auto work = [&] { return !queue.empty() || !tasks.empty(); };
    if (!trouble)
      wake.wait(lock, stop, work);
    else if (!wake.wait_for(lock, stop, between_trials, work) && !stop.stop_requested()) {
      try_again(lock);
      continue;
    }
    auto full = [&] { return hurry || followed || queue.size() >= batch_rows || !tasks.empty(); };
    if (tasks.empty() && !queue.empty()) wake.wait_for(lock, stop, batch_time, full);
    if (!queue.empty() || !tasks.empty()) look_at_file(lock);
    auto leaving = stop.stop_requested();
    auto had = run_tasks(lock);
    if (!queue.empty()) write_events(lock);
    if (leaving && (tasks.empty() || !had) && queue.empty()) return;
    if (!had) wake.wait_for(lock, stop, breath, [] { return false; });
  }
}

bool Journal::Writer::run_tasks(std::unique_lock<std::mutex>& lock) {
  while (!tasks.empty()) {
    auto task = std::move(tasks.front());
    tasks.pop_front();
    lock.unlock();
    auto done_with = run(task);
    lock.lock();
    auto held = !done_with && done_with.error().fault == Fault::busy;
    if (held && task.on_busy == AttemptsTask::OnBusy::retry) {
      tasks.push_front(std::move(task));
      return false;
    }
    if (done_with && task.learned) task.learned(memory, *done_with);
    *task.outcome = std::move(done_with);
    written.notify_all();
  }
  return true;
}

Result<Spendings> Journal::Writer::run(AttemptsTask const& task) {
  auto result = task.work(tables);
  if (result || result.error().fault != Fault::invalid) return result;
  replace_damaged();
  return task.work(tables);
}

void Journal::Writer::send(AttemptsTask task) {
  tasks.push_back(std::move(task));
  wake.notify_one();
}

std::optional<Result<Spendings>> Journal::Writer::ask(AttemptsTask task, std::optional<Duration> time) {
  auto outcome = task.outcome;
  auto known = [&] { return outcome->has_value(); };
  std::unique_lock lock(queue_lock);
  send(std::move(task));
  if (!time)
    written.wait(lock, known);
  else if (*time > Duration::zero())
    written.wait_for(lock, *time, known);
  return *outcome;
}

void Journal::Writer::write_events(std::unique_lock<std::mutex>& lock) {
  std::vector<Event> batch;
  batch.swap(queue);
  lock.unlock();
  for (auto rest = std::span<Event const>(batch); !rest.empty();
       rest = rest.subspan(std::min(batch_rows, rest.size())))
    write(rest.first(std::min(batch_rows, rest.size())));
  tell_follower();
  lock.lock();
  done += batch.size();
  hurry = hurry && done < appended;
  written.notify_all();
  // Keep the memory for reuse, but not after a burst.
  batch.clear();
  if (queue.empty() && batch.capacity() <= 8 * batch_rows) queue.swap(batch);
}

void Journal::Writer::write(std::span<Event const> batch) {
  auto inserted = tables.insert(batch);
  if (!inserted && inserted.error().fault == Fault::invalid) {
    replace_damaged();
    inserted = tables.insert(batch);
  }
  since_prune += batch.size();
  if (inserted && since_prune >= prune_every && tables.prune(options.rows)) since_prune = 0;
  std::lock_guard lock(queue_lock);
  trouble = inserted ? homeless : std::optional(inserted.error().message);
  if (!inserted) dropped += batch.size();
}

/// On a quiet machine no event would show that the file can be written again.
void Journal::Writer::try_again(std::unique_lock<std::mutex>& lock) {
  look_at_file(lock);
  lock.unlock();
  auto const tried = tables.try_to_write();
  lock.lock();
  if (tried && !homeless) trouble.reset();
}

void Journal::Writer::tell_follower() {
  std::lock_guard lock(follower_lock);
  if (follower) follower();
}

void Journal::Writer::look_at_file(std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  if (options.check == Check::whole && tables.is_overwritten()) replace_damaged();
  if (options.check == Check::whole && tables.has_moved()) replace_moved();
  lock.lock();
}

void Journal::Writer::replace_damaged() {
  auto opened = open_or_replace(path, options.check);
  if (!opened) return;
  if (opened->damaged) tables.leave_files_alone();
  tables = std::move(opened->tables);
  std::lock_guard lock(queue_lock);
  if (opened->damaged) damaged = std::move(opened->damaged);
}

void Journal::Writer::replace_moved() {
  tables.give_up_place(path);
  auto opened = open_or_replace(path, options.check);
  homeless = opened ? std::nullopt : std::optional(opened.error().message);
  if (!opened) return; // the former file, wherever it is, is better than none
  tables = std::move(opened->tables);
  std::lock_guard lock(queue_lock);
  if (opened->damaged) damaged = std::move(opened->damaged);
}

} // namespace artifactd
