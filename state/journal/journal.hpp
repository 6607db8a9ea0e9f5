// The audit trail: what happened to which signal and when, in one SQLite file outside the agents' reach, and
// the count of attempts, which nobody can reset by deleting a file in a session. Writing events never blocks
// and never fails the caller: events wait in a bounded queue for one writer thread that commits them in
// batches; events that do not fit are dropped and counted. Only that thread uses the file once it is open, so
// other threads may act for any user and never wait for a lock on the file. A damaged file is renamed and a
// new one started. Thread-safe.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/result.hpp"
#include "state/settle/budget.hpp"
#include "state/vocabulary/names.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct Event {
  std::int64_t id = 0;      ///< ascending; set by the journal
  std::int64_t wall_ns = 0; ///< 0: the time of append()
  std::string session = {}; ///< its absolute, resolved path
  std::string name = {};    ///< of the signal; empty for events of the session or the daemon
  std::string kind = {};
  /// and its outcomes: settled (end_word()), notice (foreign), edit and run (how they ended), draft
  /// (accepted, left), play (the type of the issue), answer (its category), hint, abandoned, rollback and
  /// restore (person), web (the action)
  std::string event = {};
  std::string outcome = {};
  std::string detail = "{}"; ///< a JSON object
};

struct EventFilter {
  std::optional<std::string> session = {};
  std::optional<std::string> name = {};
  std::optional<std::string> kind = {};
  std::optional<std::string> names = {};     ///< a glob over names
  std::optional<std::string> outcome = {};   ///< as recorded: "merged", "refused", …
  std::int64_t since_ns = 0;                 ///< only events recorded at or after this time
  std::optional<std::int64_t> until_ns = {}; ///< only events recorded before this time
  std::int64_t after_id = 0;                 ///< only newer events: `log -f` continues from here
};

class Journal {
public:
  enum class Check : std::uint8_t {
    whole,  ///< checks every page of the file: some 50 ms for 200,000 rows
    glance, ///< checks only what is opened and renames nothing; for a command beside a running daemon
  };
  struct Options {
    std::uint64_t rows = 200'000; ///< events kept; the oldest go first
    std::size_t queue = 65'536;   ///< events waiting for the writer: a burst of 40,000 signals fits
    Check check = Check::whole;
  };

  /// Opens or creates the file and starts its writer thread. A file that is damaged or cannot be opened as a
  /// database is first renamed to `<path>.damaged-<time>`; damaged() then returns that name. The same happens
  /// to a file that is overwritten while it is in use. One that is moved away or deleted keeps what was
  /// written until then, and the next event begins another one at `path`; a glance begins none.
  static Result<Journal> open(std::string const& path, Options options);

  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal(); ///< writes what is queued

  void append(Event event);
  void flush(); ///< returns when everything appended before is on file (or known to be lost)
  [[nodiscard]] std::uint64_t queued() const noexcept; ///< events appended and not yet on file

  /// Follows the file: events are written at once instead of in batches, and `call` is called on the writer's
  /// thread after each write; it must not block. Null stops following, and no call is in progress when this
  /// returns.
  void on_written(std::function<void()> call);

  /// Counts one attempt. The same key counts once, however often it is passed. Returns everything on record
  /// about this signal since its last reset, oldest first. Durable on return, unless the file is not
  /// available within 100 ms: then this is what is cached, and the file is updated later. What was recorded
  /// before `since_ns` belongs to an earlier session with this path, and is forgotten.
  Result<std::vector<Spending>> count_attempt(std::string_view session, SignalName const& signal,
                                              std::string_view key, Tier tier, std::int64_t since_ns = 0);
  /// Grants one more attempt, on behalf of a person.
  Result<void> count_hint(std::string_view session, SignalName const& signal);
  /// The cached record if the file is not available within 100 ms.
  Result<std::vector<Spending>> spendings(std::string_view session, SignalName const& signal);
  /// Forgets all attempts and hints; on file when it returns.
  Result<void> reset_attempts(std::string_view session, SignalName const& signal);
  /// The same, but waits for the file no longer than that.
  void forget_attempts(std::string_view session, SignalName const& signal, Duration patience = {});

  [[nodiscard]] std::uint64_t dropped() const noexcept;     ///< events lost since the start
  [[nodiscard]] std::optional<std::string> damaged() const; ///< the new name of a damaged file
  /// Why events are being lost; std::nullopt once the file can be written again.
  [[nodiscard]] std::optional<std::string> trouble() const;

private:
  struct Writer;
  explicit Journal(std::unique_ptr<Writer> writer) noexcept;
  std::unique_ptr<Writer> writer_;
};

/// Reads the journal; usable while a daemon writes.
class JournalReader {
public:
  static Result<JournalReader> open(std::string const& path);

  JournalReader(JournalReader&&) noexcept;
  JournalReader& operator=(JournalReader&&) noexcept;
  ~JournalReader();

  /// The latest `count` matching events in the order of their numbers. A daemon may write some time after it
  /// happened, and a command at once, so that this is not quite the order of time.
  Result<std::vector<Event>> recent(std::size_t count, EventFilter const& filter);
  /// The first `count` matching events after `filter.after_id`: who goes on behind the last one misses none.
  Result<std::vector<Event>> following(std::size_t count, EventFilter const& filter);

  /// Fault::invalid if the file is damaged, which partial reads may not notice.
  Result<void> check();

  /// Everything still known about one signal, oldest first.
  Result<std::vector<Event>> timeline(std::string_view session, SignalName const& signal);

  /// Attempts and hints on record, oldest first; of the attempts only those before that time.
  Result<std::vector<Spending>>
  spendings(std::string_view session, SignalName const& signal,
            std::int64_t attempts_before_ns = std::numeric_limits<std::int64_t>::max());

  /// Visits every end of a settling since then that accepted or refused, oldest first, without a limit.
  Result<void> each_verdict(std::int64_t since_ns, std::optional<std::string> const& session,
                            std::function<void(Event const&)> const& visit);
  /// The same for every notice about what other programs did.
  Result<void> each_notice(std::int64_t since_ns, std::optional<std::string> const& session,
                           std::function<void(Event const&)> const& visit);
  /// The same for every report that was answered.
  Result<void> each_answer(std::int64_t since_ns, std::optional<std::string> const& session,
                           std::function<void(Event const&)> const& visit);
  /// The same for every rule that a model was asked for.
  Result<void> each_draft(std::int64_t since_ns, std::function<void(Event const&)> const& visit);
  /// The same for every run of the editor that ended.
  Result<void> each_edit(std::int64_t since_ns, std::optional<std::string> const& session,
                         std::function<void(Event const&)> const& visit);

private:
  struct Database;
  explicit JournalReader(std::unique_ptr<Database> database) noexcept;
  Result<std::vector<Event>> matching(std::size_t count, EventFilter const& filter, std::string_view order);
  std::unique_ptr<Database> database_;
};

} // namespace artifactd
