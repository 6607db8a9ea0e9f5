// The one thread that uses the journal's file, and the work queued for it: events, and tasks on the attempts.
// Everything below queue_lock is guarded by it; only the thread uses the tables.
#pragma once

#include "state/journal/journal.hpp"
#include "state/journal/journal_memory.hpp"
#include "state/journal/journal_tables.hpp"
#include "state/platform/clock.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <span>
#include <thread>

namespace artifactd {

using Spendings = std::vector<Spending>;

/// A task for the writer's thread: it reads or changes the attempts.
struct AttemptsTask {
  /// What to do while another process holds the file.
  enum class OnBusy : std::uint8_t { fail, retry };
  OnBusy on_busy;
  std::function<Result<Spendings>(JournalTables&)> work;
  std::function<void(JournalMemory&, Spendings const&)> learned;
  std::shared_ptr<std::optional<Result<Spendings>>> outcome =
      std::make_shared<std::optional<Result<Spendings>>>();
};

inline constexpr std::size_t batch_rows = 512; ///< this many events are written at once, however recent

struct OpenedJournal {
  JournalTables tables;
  std::optional<std::string> damaged; ///< the new name of a file that was not a journal
};

/// A damaged file is first renamed, unless the check is a glance.
Result<OpenedJournal> open_or_replace(std::string const& path, Journal::Check check);

struct Journal::Writer {
  Writer(std::string where, Options how, OpenedJournal opened);

  /// The outcome of the task; std::nullopt if it did not finish within `time`.
  std::optional<Result<Spendings>> ask(AttemptsTask task, std::optional<Duration> time);
  void send(AttemptsTask task); ///< requires queue_lock

  void serve(std::stop_token const& stop);
  void write_events(std::unique_lock<std::mutex>& lock);
  /// False if another process holds the file: the rest has to wait.
  bool run_tasks(std::unique_lock<std::mutex>& lock);
  Result<Spendings> run(AttemptsTask const& task);
  void write(std::span<Event const> batch);
  void look_at_file(std::unique_lock<std::mutex>& lock);
  void replace_damaged();
  void replace_moved();                               ///< the file at `path` is gone, or another one
  void try_again(std::unique_lock<std::mutex>& lock); ///< after trouble, while nothing is queued
  void tell_follower();

  std::string const path;
  Options const options;

  std::mutex queue_lock;
  std::condition_variable_any wake;    ///< notifies the thread
  std::condition_variable_any written; ///< notifies flush() and ask()
  std::vector<Event> queue;
  std::deque<AttemptsTask> tasks;
  JournalMemory memory;
  std::uint64_t appended = 0; ///< events ever queued
  std::uint64_t done = 0;     ///< of these, on file or lost
  bool hurry = false;         ///< flush() is waiting
  bool followed = false;      ///< a follower waits for every event
  std::uint64_t dropped = 0;
  std::optional<std::string> damaged;
  std::optional<std::string> trouble; ///< why the latest events are lost

  JournalTables tables; ///< used only by the thread
  std::uint64_t since_prune;
  std::optional<std::string> homeless; ///< why there is no file at `path`; used only by the thread

  std::mutex follower_lock; ///< taken before queue_lock
  std::function<void()> follower;

  std::jthread thread; ///< last: it uses all of the above
};

} // namespace artifactd
