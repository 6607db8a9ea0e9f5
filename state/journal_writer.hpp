// The one thread that uses the journal's file, and what waits for it: events and errands. Everything below
// queue_lock is guarded by it; the tables are the thread's alone.
#pragma once

#include "state/clock.hpp"
#include "state/journal.hpp"
#include "state/journal_memory.hpp"
#include "state/journal_tables.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <span>
#include <thread>

namespace artifactd {

using Spendings = std::vector<Spending>;

/// Something for the writer's thread to do with the attempts.
struct Errand {
  enum class Effort : std::uint8_t {
    once,       ///< who holds the file is in the way
    until_done, ///< it is tried until the file is to be had
  };
  Effort effort;
  std::function<Result<Spendings>(JournalTables&)> work;
  std::function<void(JournalMemory&, Spendings const&)> learned;
  std::shared_ptr<std::optional<Result<Spendings>>> outcome =
      std::make_shared<std::optional<Result<Spendings>>>();
};

inline constexpr std::size_t batch_rows = 512; ///< events that are written at once however young they are

struct OpenedJournal {
  JournalTables tables;
  std::optional<std::string> damaged; ///< where a file went that was no journal
};

/// A damaged file is put aside first, unless it is only glanced at.
Result<OpenedJournal> open_or_replace(std::string const& path, Journal::Check check);

struct Journal::Writer {
  Writer(std::string where, Options how, OpenedJournal opened);

  /// How the errand ended; nothing when it did not within `time`.
  std::optional<Result<Spendings>> ask(Errand errand, std::optional<Duration> time);
  void send(Errand errand); ///< queue_lock is held

  void serve(std::stop_token const& stop);
  void write_events(std::unique_lock<std::mutex>& lock);
  /// False when somebody else holds the file: the rest has to wait.
  bool run_errands(std::unique_lock<std::mutex>& lock);
  Result<Spendings> run(Errand const& errand);
  void write(std::span<Event const> batch);
  void look_at_file(std::unique_lock<std::mutex>& lock);
  void replace_damaged();
  void tell_follower();

  std::string const path;
  Options const options;

  std::mutex queue_lock;
  std::condition_variable_any wake;    ///< something for the thread
  std::condition_variable_any written; ///< something for flush() and ask()
  std::vector<Event> queue;
  std::deque<Errand> errands;
  JournalMemory memory;
  std::uint64_t appended = 0; ///< events ever queued
  std::uint64_t done = 0;     ///< of these, on file or lost
  bool hurry = false;         ///< somebody waits in flush()
  bool followed = false;      ///< somebody waits for every event
  std::uint64_t dropped = 0;
  std::optional<std::string> damaged;

  JournalTables tables; ///< the thread's alone
  std::uint64_t since_prune;

  std::mutex follower_lock; ///< taken before queue_lock
  std::function<void()> follower;

  std::jthread thread; ///< last: it uses all of the above
};

} // namespace artifactd
