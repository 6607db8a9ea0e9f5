// SQLite writes each page of a commit to its write-ahead log with two calls. With the file system (VFS) of
// this module, all of them take one call for each 64 KiB.
//
// Nothing is held back beyond the commit: the pages are in the file before SQLite flushes it and before it
// shows the commit to other connections, as without this module.
#pragma once

#include "state/database/late_sqlite.hpp"

#include <array>
#include <span>

namespace artifactd::sqlite {

/// The name of the file system, for sqlite3_open_v2: the usual one but for the log. Registers it at the first
/// call. Throws std::runtime_error if SQLite does not accept it.
char const* log_writing_files();

/// While this object lives, writes to a log by this thread are gathered. It must live for one COMMIT and no
/// longer: what a failed one leaves behind is dropped.
class LogWrites {
public:
  LogWrites() noexcept;
  LogWrites(LogWrites const&) = delete;
  LogWrites& operator=(LogWrites const&) = delete;
  ~LogWrites();

  /// The codes of SQLite, here and below.
  int add(sqlite3_file& log, std::span<char const> bytes, sqlite3_int64 at) noexcept;
  int write_out() noexcept;
  /// From now on, add() writes at once. SQLite reads the log during a commit if pages that it wrote early
  /// have changed since: then it rewrites headers in the log, and no page follows them.
  int stop() noexcept;

private:
  std::array<char, std::size_t{64} << 10> bytes_; // not initialized: it is written before it is read
  std::size_t size_ = 0;
  sqlite3_int64 begin_ = 0;      ///< of the bytes in the log
  sqlite3_file* log_ = nullptr;  ///< if there are bytes
  bool ends_the_commit_ = false; ///< the page that comes next
  bool stopped_ = false;
};

} // namespace artifactd::sqlite
