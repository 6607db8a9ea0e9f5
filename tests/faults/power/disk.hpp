// What of a directory tree a power cut would leave, told from the calls of the program that works on it.
//
// Before each call the names below the watched directories are compared with those before the call before:
// the difference is one change of names, atomic, and the changes are numbered in their order. From the calls
// themselves only three things are taken: what a finished fsync or fdatasync made durable, that an attribute
// was set, and that a file is about to lose its last name, which gives it one in a room outside first. So
// every file keeps its inode, its birth and its modification time: what artifactd writes about them into
// names, attributes and records stays true in the state that is built. Only a change time cannot be given
// back: where artifactd wrote one down, as text, the new one is put in its place.
//
// Durable is, after a cut,
//   of a file:  the bytes of its last sync; nothing of one that never was synced; or all of it, since the
//               kernel may write back what it likes.
//   of names:   in order (ext4 data=ordered, xfs): a prefix of the changes, at least up to the last that
//               touched a file or directory synced since. With what somebody else syncs in between it may be
//               any longer one.
//               by directory (btrfs): the changes that touched a directory synced since, and all that those
//               rest upon.
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
  /// What is below the directories is durable now. `room` is on the same file system and not below them.
  Disk(std::vector<std::filesystem::path> const& directories, std::filesystem::path room);

  /// To be asked before the program starts, after what was done outside of any traced call.
  void look();
  /// A call that is about to be made.
  void see(Call const& call);

  /// Grows with everything that changes what a cut would leave.
  [[nodiscard]] std::size_t version() const noexcept { return version_; }
  /// How many changes of names there were, and how many of them no cut can take back.
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
  /// A name in the state to be built, and the change that gave it; 0: it was there before.
  struct Bound {
    Node node;
    std::size_t change;
  };
  struct Sync {
    Node node;
    Image image;
    std::size_t changes; ///< so many were there when it began
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
  std::size_t least_ = 0;              ///< in order
  std::set<std::size_t> by_directory_; ///< numbers of the changes that are durable
  std::map<pid_t, Sync> syncing_;
  std::map<pid_t, std::string> setting_;   ///< a path of the file whose attribute is being set
  std::map<pid_t, std::set<FileId>> kept_; ///< in the room, by the thread that is at it
  std::set<std::string> right_;            ///< names that are as they shall be
  std::size_t version_ = 0;
};

} // namespace artifactd::faults
