// Several files below one directory changed together: all of them or none, killed at whatever moment.
//
//   <root>/.artifactd-change/intent.json    durable before anything is touched: whose it is, what it is about
//   <root>/.artifactd-change/<n>            the new content, then, exchanged, the old one
//
// The old files keep their inodes, so that undoing is exact to the byte and the mode. Whoever made the set
// decides afterwards whether it stands: keep() or undo(). One that was killed in between left the intent;
// who finds it asks the owner's own record, then does the same. Nothing outside the root is ever touched, no
// link followed.
#pragma once

#include "state/fd.hpp"
#include "state/result.hpp"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace artifactd {

struct FileEdit {
  std::string path;                  ///< relative to the root
  std::optional<std::string> before; ///< what stands there; nothing: the file is created
  std::optional<std::string> after;  ///< nothing: the file is removed
  mode_t mode = 0644;                ///< of the new file
};

/// What the one who recovers needs to decide.
struct ChangeIntent {
  std::string owner; ///< the session it is made for
  std::string about; ///< the owner's own words
  std::vector<std::string> unneeded =
      {}; ///< directories that go when the set is kept, where nothing is in them
};

class ChangeSet {
public:
  /// Puts all new contents in place, durably. Fault::changed when a file is not as `before` says, whoever
  /// wrote it just now; Fault::exists while an unfinished set is there. After any error everything is as it
  /// was.
  static Result<ChangeSet> carry_out(int root, ChangeIntent const& intent,
                                     std::vector<FileEdit> const& edits);

  /// One that was cut short; nothing when there is none. Fault::busy while its maker lives.
  static Result<std::optional<ChangeSet>> find(int root);

  [[nodiscard]] ChangeIntent const& intent() const noexcept { return intent_; }
  /// Of its files, from the root.
  [[nodiscard]] std::vector<std::string> paths() const;
  /// Directories that had to be made, outermost first.
  [[nodiscard]] std::vector<std::string> const& made() const noexcept { return made_; }

  /// The new contents stand; the old ones go.
  Result<void> keep();
  /// The old contents stand again. Files that somebody changed since are left alone and returned.
  Result<std::vector<std::string>> undo();

private:
  struct Entry {
    std::string path;
    std::string before; ///< digest; empty: there was none
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
  UniqueFd room_; ///< locked while the set lives
  ChangeIntent intent_;
  std::vector<Entry> entries_;
  std::vector<std::string> made_;
};

/// The directories that have to be made for files that are created, outermost first.
[[nodiscard]] std::vector<std::string> missing_directories(int root, std::vector<FileEdit> const& edits);

/// Files beyond this are none that are edited.
inline constexpr std::size_t longest_edited = std::size_t{16} << 20;

} // namespace artifactd
