// What a power cut would leave of a directory tree, derived from the calls of the program working on it.
//
// Before each call the names below the watched directories are compared with those before the previous call:
// the difference is one atomic change of names, and changes are numbered in order. From the calls themselves
// only three things are taken: what a finished fsync or fdatasync made durable, that an attribute was set,
// and that a file is about to lose its last name; such a file is first linked into an outside room. So every
// file keeps its inode, its birth and its modification time, and what artifactd records about them in names,
// attributes and records remains true in the state that is built. Only change times cannot be restored: if
// artifactd recorded one as text, it is replaced by the new one.
//
// After a cut, durable is
//   of a file:  the bytes of its last sync, nothing if it was never synced; or all of it, since the kernel
//               may write back anything.
//   of names:   in order (ext4 data=ordered, xfs): a prefix of the changes, at least up to the last that
//               touched a file or directory synced since, longer if other programs sync;
//               by directory (btrfs): the changes that touched a directory synced since, and all changes
//               that those depend on.
//   attributes: like names, or with their file's own sync.
#pragma once

#include "tests/faults/power/tree.hpp"
#include "tests/faults/tracee.hpp"

#include <optional>
#include <set>

namespace artifactd::faults {

enum class Bytes : std::uint8_t { synced, all };

class Disk {
public:
  /// Everything below the directories is durable now. `room` is on the same file system, but not below them.
  Disk(std::vector<std::filesystem::path> const& directories, std::filesystem::path room);

  /// Call it before the program starts, after untraced changes.
  void look();
  /// To be called before each call of the program.
  void see(Call const& call);

  /// Increases with every change of what a cut would leave.
  [[nodiscard]] std::size_t version() const noexcept { return version_; }
  /// The number of changes of names and attributes, and how many of them no cut can undo.
  [[nodiscard]] std::size_t changes() const noexcept { return changes_.size(); }
  [[nodiscard]] std::size_t least() const noexcept { return least_; }

  /// Puts the tree into the state after a cut. The program must be dead.
  void cut_in_order(std::size_t changes, Bytes bytes);
  void cut_by_directory(Bytes bytes);

private:
  struct Change {
    std::map<std::string, std::optional<Node>> names;
    std::map<FileId, Attributes> attributes;
    std::set<FileId> touched;
  };
  /// A name in the state to be built, and the change that created it; 0: it already existed.
  struct Bound {
    Node node;
    std::size_t change;
  };
  struct Sync {
    Node node;
    Image image;
    std::size_t changes; ///< number of changes when it began
  };

  void look(pid_t thread);
  void finish(pid_t thread);
  void note_names(Names now);
  void note_attributes(FileId const& file, std::string const& path);
  void make_durable(Sync const& sync);
  void make_directory_durable(FileId const& directory, std::size_t end, std::set<std::size_t>& done);
  void keep_what_goes(Call const& call);
  void keep(pid_t thread, std::string const& path, FileId const& file);
  void release_what_stayed(pid_t thread, Names& now);
  void rebuild(std::vector<Change const*> const& durable, Bytes bytes);
  void clear_out(std::map<std::string, Bound> const& wanted);
  void place(std::map<std::string, Bound> const& wanted) const;
  static void correct_change_times(std::map<std::string, Bound> const& wanted);
  [[nodiscard]] std::string in_room(FileId const& file) const;

  std::vector<std::filesystem::path> directories_;
  std::filesystem::path room_;
  Names base_;
  Names now_;
  bool looked_ = false;
  std::map<FileId, Attributes> base_attributes_;
  std::map<FileId, Image> synced_;
  std::vector<Change> changes_;
  std::size_t least_ = 0;              ///< for in-order cuts
  std::set<std::size_t> by_directory_; ///< numbers of the durable changes
  std::map<pid_t, Sync> syncing_;
  std::map<pid_t, std::string> setting_;   ///< a path of the file whose attribute is being set
  std::map<pid_t, std::set<FileId>> kept_; ///< in the room, by the thread whose call may remove them
  std::set<std::string> right_;            ///< names that are already correct
  std::size_t version_ = 0;
};

} // namespace artifactd::faults
