// A new directory, filled from an archive. Nothing is written outside of it, whatever the archive says: paths
// are opened beneath it, every file is new, and no link is made or followed. Until seal(), everything in it
// belongs to this user alone; then each directory gets its mode, owner and time, the deepest first.
#pragma once

#include "daemon/backup/account_names.hpp"
#include "daemon/backup/archive.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/stamp.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::backup {

class RestoredTree {
public:
  /// Fault::exists unless it is missing or empty.
  static Result<void> expect_empty(std::string const& path);
  static Result<RestoredTree> in(std::string const& path);

  Result<void> add_directory(Entry const& entry);
  /// The current member. Fault::invalid if it is not what the entry says; `read` gets the size of each piece.
  Result<void> add_file(Entry const& entry, ArchiveReader& reader,
                        std::function<bool(std::size_t)> const& read);
  Result<void> add_text(Entry const& entry, std::string_view bytes);

  Result<void> seal();
  /// All of it is on disk.
  Result<void> sync() const;

  [[nodiscard]] int directory() const noexcept { return directory_.get(); }
  [[nodiscard]] std::string const& path() const noexcept { return path_; } ///< resolved
  /// Whether owners are restored, by name where the name exists here: only root can give files away.
  [[nodiscard]] bool restores_owners() const noexcept { return is_root_; }
  [[nodiscard]] uid_t owner_of(Entry const& entry);

private:
  RestoredTree(UniqueFd directory, std::string path);
  Result<UniqueFd> new_file(Entry const& entry);
  Result<void> describe(int file, Entry const& entry);

  UniqueFd directory_;
  std::string path_;
  bool is_root_;
  uid_t own_user_;
  AccountIds ids_;
  std::vector<Entry> directories_;
};

} // namespace artifactd::backup
