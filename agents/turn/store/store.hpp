// The database of stories, `<state_dir>/turns.db`: one file of artifactd's own, in which a turn is written
// whole or not at all. From any thread; also from one that acts for a session's owner, since every use of the
// file is made as oneself. What is kept in it is in the headers beside this one: free functions over a Store.
//
// A committed change survives a power cut. Several processes may have the file open; who waits for another
// one's change longer than five seconds gets Fault::busy.
#pragma once

#include "state/identity.hpp"
#include "state/sqlite.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace artifactd::turn {

/// The layout of the file, in PRAGMA user_version.
inline constexpr int store_layout = 2;

class Store {
public:
  /// Makes the file (0600) where it is missing and brings an older layout up to date in one transaction.
  /// Fault::unsupported for a newer layout, which is left as it is; Fault::unsafe for a link in its place;
  /// Fault::invalid for a damaged file and for one that is no database of stories.
  static Result<Store> open(std::string const& path);

  Store(Store&&) noexcept;
  Store& operator=(Store&& other) noexcept {
    std::swap(files_, other.files_);
    return *this;
  }
  ~Store();

  [[nodiscard]] std::string const& path() const noexcept;

  /// `work(sqlite::Database&)`, a Result, sees the database as of one moment. It may change nothing, wait for
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
  /// what was deleted is left there. Fault::busy while somebody reads.
  Result<void> compact() const;

private:
  struct Connection {
    explicit Connection(sqlite::Database opened) : database(std::move(opened)) {}
    std::mutex mutex;
    sqlite::Database database;
  };
  struct Files;
  using Begin = sqlite::Transaction::Kind;

  explicit Store(std::unique_ptr<Files> files) noexcept;
  [[nodiscard]] Connection& reader() const noexcept;
  [[nodiscard]] Connection& writer() const noexcept;

  template <class Work>
  static auto within(Connection& connection, Begin begin, Work work) {
    std::scoped_lock const lock(connection.mutex); // before as_self: others wait for that thread, too
    return answer_as_self([&]() -> decltype(work(connection.database)) {
      auto transaction = TRY(sqlite::Transaction::begin(connection.database, begin));
      auto result = work(connection.database);
      if (result) TRY(transaction.commit());
      return result;
    });
  }

  std::unique_ptr<Files> files_;
};

} // namespace artifactd::turn
