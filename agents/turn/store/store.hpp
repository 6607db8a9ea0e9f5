// The database of stories, in which a turn is written as a whole or not at all: artifactd's own file
// `<state_dir>/turns.db`, or a PostgreSQL database that several machines may share. Thread-safe; also from a
// thread that acts for a session's owner, since the file is always accessed as oneself. The contents are in
// the headers beside this one: free functions over a Store.
//
// A committed change survives a power cut. Several processes may have it open; waiting longer than five
// seconds for another one's change is Fault::busy. A server that is unreachable or goes away is Fault::io;
// the next use reconnects. Its error messages begin with "turn.database: ".
#pragma once

#include "agents/turn/store/server/attempt_locks.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/stamp.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace artifactd::turn {

class Store {
public:
  /// Opens the file at a path, or the database of a URL (state/database/postgres_url.hpp). Creates a missing
  /// file (0600) or missing tables, and upgrades an older layout in one transaction. Fault::unsupported for a
  /// newer layout, which is left unchanged; Fault::unsafe for a link in the file's place; Fault::invalid for
  /// a damaged file and for another program's database.
  static Result<Store> open(std::string const& place);

  Store(Store&&) noexcept = default;
  Store& operator=(Store&& other) noexcept {
    std::swap(files_, other.files_);
    return *this;
  }
  ~Store();

  /// The place it was opened with. A URL may contain a password.
  [[nodiscard]] std::string const& place() const noexcept { return files_->place; }

  /// Whether the file that is open is still in its place. A server is not asked.
  [[nodiscard]] Result<bool> is_in_place() const;

  /// `work(Database&)`, a Result, sees the database as of one moment. It must not change anything, wait, or
  /// use the Store.
  template <class Work>
  auto read(Work work) const {
    return within(files_->reading, Begin::read, std::move(work));
  }
  /// The same for short work (well under a millisecond). Unless a change is being made, it uses the
  /// connection that changes are made with, which has the latest pages in memory.
  template <class Work>
  auto read_briefly(Work work) const {
    std::unique_lock lock(files_->writing.mutex, std::try_to_lock);
    if (!lock) return read(std::move(work));
    return locked(files_->writing, Begin::read, work);
  }
  /// As read(), for a change: committed if `work` has a value, rolled back if it has an Error. Changes are
  /// made one after the other.
  template <class Work>
  auto write(Work work) const {
    return within(files_->writing, Begin::write, std::move(work));
  }

  /// Moves what was written into the database's own file and empties the log beside it, so that no deleted
  /// data remains there. Fault::busy while there are readers. Does nothing on a server, which has its own
  /// logs, archives and backups.
  Result<void> compact() const;

  /// The machines' locks on attempts; null if the stories are in a local file.
  [[nodiscard]] std::shared_ptr<AttemptLocks> const& attempt_locks() const noexcept { return files_->locks; }

private:
  struct Connection {
    explicit Connection(Database opened) : database(std::move(opened)) {}
    std::mutex mutex;
    Database database;
  };
  struct Files {
    std::string place;
    Connection writing;
    Connection reading;
    std::shared_ptr<AttemptLocks> locks;
    std::optional<Stamp> file = {}; ///< std::nullopt on a server
  };

  explicit Store(std::unique_ptr<Files> files) noexcept : files_(std::move(files)) {}
  static Result<Store> open_file(std::string const& path);
  static Result<Store> open_server(std::string const& url);

  template <class Work>
  static auto within(Connection& connection, Begin begin, Work work) {
    std::scoped_lock const lock(connection.mutex); // before as_self: others wait for that thread, too
    return locked(connection, begin, work);
  }

  template <class Work>
  static auto locked(Connection& connection, Begin begin, Work& work) {
    auto const whole = [&]() -> decltype(work(connection.database)) {
      auto transaction = TRY(Transaction::begin(connection.database, begin));
      auto result = work(connection.database);
      if (result) TRY(transaction.commit());
      return result;
    };
    return connection.database.is_file() ? answer_as_self(whole) : whole();
  }

  std::unique_ptr<Files> files_;
};

} // namespace artifactd::turn
