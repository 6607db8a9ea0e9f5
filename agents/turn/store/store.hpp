// The database of stories, in which a turn is written whole or not at all: one file of artifactd's own,
// `<state_dir>/turns.db`, or a database of PostgreSQL that several machines may share. From any thread; also
// from one that acts for a session's owner, since every use of the file is made as oneself. What is kept in
// it is in the headers beside this one: free functions over a Store.
//
// A committed change survives a power cut. Several processes may have it open; who waits for another one's
// change longer than five seconds gets Fault::busy. A server that cannot be reached, or goes away, is
// Fault::io, and is looked for again by the next use; what it says begins with "turn.database: ".
#pragma once

#include "agents/turn/store/attempt_locks.hpp"
#include "state/identity.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace artifactd::turn {

class Store {
public:
  /// The file at a path, or the database of a URL (state/postgres_url.hpp). Makes the file (0600), or the
  /// tables, where they are missing and brings an older layout up to date in one transaction.
  /// Fault::unsupported for a newer layout, which is left as it is; Fault::unsafe for a link in the file's
  /// place; Fault::invalid for a damaged file and for a database of another program.
  static Result<Store> open(std::string const& place);

  Store(Store&&) noexcept;
  Store& operator=(Store&& other) noexcept {
    std::swap(files_, other.files_);
    return *this;
  }
  ~Store();

  /// As it was opened. A URL may hold a password.
  [[nodiscard]] std::string const& place() const noexcept;

  /// `work(Database&)`, a Result, sees the database as of one moment. It may change nothing, wait for
  /// nobody, and not use the Store.
  template <class Work>
  auto read(Work work) const {
    return within(reader(), Begin::read, std::move(work));
  }
  /// The same for a change: kept if `work` has a value, undone as a whole if it has an Error. Changes are
  /// made one after the other.
  template <class Work>
  auto write(Work work) const {
    return within(writer(), Begin::write, std::move(work));
  }

  /// Moves what was written into the database's own file and empties the log beside it, so that nothing of
  /// what was deleted is left there. Fault::busy while somebody reads. Of a server nothing is done: it has
  /// logs, archives and backups of its own.
  Result<void> compact() const;

  /// Who plays what on which machine; null where the stories are in a file of this one.
  [[nodiscard]] std::shared_ptr<AttemptLocks> const& attempt_locks() const noexcept;

private:
  struct Connection {
    explicit Connection(Database opened) : database(std::move(opened)) {}
    std::mutex mutex;
    Database database;
  };
  struct Files;

  explicit Store(std::unique_ptr<Files> files) noexcept;
  static Result<Store> open_file(std::string const& path);
  static Result<Store> open_server(std::string const& url);
  [[nodiscard]] Connection& reader() const noexcept;
  [[nodiscard]] Connection& writer() const noexcept;

  template <class Work>
  static auto within(Connection& connection, Begin begin, Work work) {
    std::scoped_lock const lock(connection.mutex); // before as_self: others wait for that thread, too
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
