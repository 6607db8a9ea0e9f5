// Changes several files below one directory together: all of them or none, even if killed at any moment.
//
//   <root>/.artifactd-change/intent.json    durable before anything is touched: its owner and its purpose
//   <root>/.artifactd-change/<n>            the new content; after the exchange, the old one
//
// The old files keep their inodes, so undoing is exact to the byte and the mode. The maker of the set then
// decides between keep() and undo(). A maker that was killed in between leaves the intent; recovery asks the
// owner's own record, then does the same. Nothing outside the root is ever touched, and no link is followed.
#pragma once

#include "state/platform/fd.hpp"
#include "state/platform/result.hpp"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace artifactd {

struct FileEdit {
  std::string path;                  ///< relative to the root
  std::optional<std::string> before; ///< the current content; std::nullopt: the file is created
  std::optional<std::string> after;  ///< std::nullopt: the file is removed
  mode_t mode = 0644;                ///< of the new file
};

/// What recovery needs to decide.
struct ChangeIntent {
  std::string owner; ///< the session it is made for
  std::string about; ///< the owner's own words
  /// Directories to remove when the set is kept, if they are empty.
  std::vector<std::string> unneeded = {};
};

class ChangeSet {
public:
  /// Puts all new contents in place, durably. Fault::changed if a file does not match `before`, no matter who
  /// changed it; Fault::exists if there is an unfinished set. After any error everything is as it was.
  static Result<ChangeSet> carry_out(int root, ChangeIntent const& intent,
                                     std::vector<FileEdit> const& edits);

  /// An interrupted set; std::nullopt if there is none. Fault::busy while its maker is alive.
  static Result<std::optional<ChangeSet>> find(int root);

  [[nodiscard]] ChangeIntent const& intent() const noexcept { return intent_; }
  /// The paths of its files, relative to the root.
  [[nodiscard]] std::vector<std::string> paths() const;

  /// Keeps the new contents and removes the old ones.
  Result<void> keep();
  /// Restores the old contents. Files that somebody changed since are left alone and returned.
  Result<std::vector<std::string>> undo();

private:
  struct Entry {
    std::string path;
    std::string before; ///< digest; empty: the file did not exist
    std::string after;
  };

  explicit ChangeSet(UniqueFd root) : root_(std::move(root)) {}
  Result<void> claim();
  Result<void> prepare(std::vector<FileEdit> const& edits);
  Result<void> write_intent();
  Result<bool> read_intent();
  Result<void> swap_in(std::size_t index);
  Result<bool> swap_out(std::size_t index);
  Result<void> sync_parents();
  Result<void> leave();

  UniqueFd root_;
  UniqueFd room_; ///< locked during the lifetime of the set
  ChangeIntent intent_;
  std::vector<Entry> entries_;
  std::vector<std::string> made_;
};

/// The directories to create for new files, outermost first.
[[nodiscard]] Result<std::vector<std::string>> missing_directories(int root,
                                                                   std::vector<FileEdit> const& edits);

/// Larger files are not edited.
inline constexpr std::size_t longest_edited = std::size_t{16} << 20;

} // namespace artifactd
