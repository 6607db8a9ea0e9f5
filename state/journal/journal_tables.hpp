// The journal's file: its tables and every statement run on them.
#pragma once

#include "state/database/sqlite.hpp"
#include "state/journal/journal.hpp"
#include "state/platform/stamp.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

class JournalTables {
public:
  /// Opens or creates the file with write access and checks it: Fault::invalid if it is damaged.
  static Result<JournalTables> open(std::string const& path, Journal::Check check);

  /// One transaction for all events.
  Result<void> insert(std::span<Event const> events);
  /// Writes what is there already.
  Result<void> try_to_write();
  /// Deletes the oldest events beyond `rows`.
  Result<void> prune(std::uint64_t rows);
  /// The same for attempts; slow, so done once at the start: a signal has only a handful of them.
  Result<void> prune_attempts(std::uint64_t rows);

  Result<std::vector<Spending>> count_attempt(std::string_view session, SignalName const& signal,
                                              std::string_view key, Tier tier, std::int64_t since_ns);
  Result<void> count_hint(std::string_view session, SignalName const& signal);
  Result<std::vector<Spending>> spendings(std::string_view session, SignalName const& signal);
  Result<void> reset_attempts(std::string_view session, SignalName const& signal);

  /// As in sqlite::Database.
  [[nodiscard]] bool is_overwritten() const noexcept { return database_.is_overwritten(); }
  [[nodiscard]] bool has_moved() const noexcept { return database_.has_moved(); }
  void leave_files_alone() noexcept { database_.leave_files_alone(); }
  /// After has_moved(): what was written goes into the file, wherever it is now, and another one may be made
  /// at `path`.
  void give_up_place(std::string const& path);

private:
  JournalTables(sqlite::Database database, sqlite::Statement insert)
      : database_(std::move(database)), insert_(std::move(insert)) {}

  Result<void> forget_before(std::string_view session, SignalName const& signal, std::int64_t since_ns);
  Result<void> record(std::string_view session, SignalName const& signal, std::string_view key,
                      std::string_view what);
  /// Runs `change` in a transaction that is on disk, not only in the disk's cache, when this returns.
  template <class Change>
  auto durably(Change change) -> decltype(change());

  std::array<Stamp, 2> beside_{}; ///< of the files in which SQLite keeps what is not in the database yet
  sqlite::Database database_;
  sqlite::Statement insert_; ///< after database_: destroyed before it
};

/// The attempts before that time and the hints on record, oldest first.
Result<std::vector<Spending>>
spendings_on_record(sqlite::Database& database, std::string_view session, SignalName const& signal,
                    std::int64_t attempts_before_ns = std::numeric_limits<std::int64_t>::max());

/// The layout of the file, in PRAGMA user_version.
inline constexpr int journal_layout = 1;

/// Fault::unsupported for the journal of another version, which must not be touched.
Result<void> check_journal_layout(std::string const& path, std::int64_t layout);

} // namespace artifactd
