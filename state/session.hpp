// An open session directory. Everything below it is reached through its descriptor, so a session that is
// renamed, deleted or replaced while it is being settled is never written to by its old path.
#pragma once

#include "state/fd.hpp"
#include "state/result.hpp"
#include "state/stamp.hpp"

#include <string>

namespace artifactd {

class Session {
public:
  /// A session whose directory is open already; `shown` is its path for messages.
  static Result<Session> over(UniqueFd directory, std::string shown);

  /// A session named by a person: symlinks in this path are resolved, once.
  static Result<Session> open(std::string const& path);

  [[nodiscard]] int directory() const noexcept { return directory_.get(); }
  [[nodiscard]] std::string const& shown() const noexcept { return shown_; }
  [[nodiscard]] Stamp const& stamp() const noexcept { return stamp_; }

  /// Opens one of the private directories (session_layout), making it and its parents with the session's
  /// group and mode where missing. A link or a file in its place is Fault::unsafe.
  [[nodiscard]] Result<UniqueFd> private_directory(std::string const& path) const;

  /// The mode for files made in this session: the directory's, without execute bits.
  [[nodiscard]] mode_t file_mode() const noexcept { return stamp_.mode & 0666; }

private:
  Session(UniqueFd directory, std::string shown, Stamp stamp)
      : directory_(std::move(directory)), shown_(std::move(shown)), stamp_(stamp) {}

  UniqueFd directory_;
  std::string shown_;
  Stamp stamp_;
};

/// Gives a new file or directory the session's group and this mode; a group that may not be given is left
/// alone.
Result<void> adopt(int fd, Session const& session, mode_t mode);

} // namespace artifactd
