// An open session directory. Everything below it is accessed through its descriptor, so if a session is
// renamed, deleted or replaced while it is being settled, nothing is written to its old path.
#pragma once

#include "state/platform/fd.hpp"
#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace artifactd {

class Session {
public:
  /// A session whose directory is already open; `shown` is its path for messages.
  static Result<Session> over(UniqueFd directory, std::string shown);
  static Session over(UniqueFd directory, Stamp const& stamp, std::string shown);

  /// A session named by a person: symlinks in this path are resolved once.
  static Result<Session> open(std::string const& path);

  [[nodiscard]] int directory() const noexcept { return directory_.get(); }
  [[nodiscard]] std::string const& shown() const noexcept { return shown_; }
  [[nodiscard]] Stamp const& stamp() const noexcept { return stamp_; }

  /// Opens one of the private directories (session_layout); a missing one is made, with its parents, with the
  /// session's group and mode; one of artifactd's own has own_mode(). Fault::unsafe if a link or a file is in
  /// its place.
  [[nodiscard]] Result<UniqueFd> private_directory(std::string const& path) const;

  /// The same, opened once and kept while somebody holds keep_directories(), as a Claim does: settling
  /// returns to a few of them again and again. One thread uses them, and not beyond that claim.
  [[nodiscard]] Result<HeldFd> kept_directory(std::string const& path) const;
  /// Also kept, but not created: Fault::missing if it does not exist.
  [[nodiscard]] Result<HeldFd> existing_directory(std::string const& path) const;
  [[nodiscard]] std::shared_ptr<void> keep_directories() const;

  /// The mode for files made in this session: the directory's, without execute bits.
  [[nodiscard]] mode_t file_mode() const noexcept { return stamp_.mode & 0666; }
  /// The mode for artifactd's own directories in it: never sticky, since several users' artifactd works
  /// there.
  [[nodiscard]] mode_t own_mode() const noexcept { return stamp_.mode & 06777; }

private:
  using Kept = std::vector<std::pair<std::string, UniqueFd>>;

  Session(UniqueFd directory, std::string shown, Stamp stamp)
      : directory_(std::move(directory)), shown_(std::move(shown)), stamp_(stamp) {}

  UniqueFd directory_;
  std::string shown_;
  Stamp stamp_;
  mutable std::weak_ptr<Kept> kept_;

  template <class Open>
  Result<HeldFd> kept(std::string const& path, Open const& open) const;
};

/// Gives a new file or directory the session's group and this mode; a group that may not be assigned is left
/// alone.
Result<void> adopt(int fd, Session const& session, mode_t mode);

} // namespace artifactd
