// Which directory plays a story. Only the database knows: nothing inside a session directory can name a
// story, so a program that writes there can neither take over nor copy another story.
#pragma once

#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

#include <string>

namespace artifactd::turn {

struct StoryDirectory {
  std::string root; ///< absolute, of the watched tree; empty: `path` is absolute
  std::string path; ///< below the root
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0; ///< inode numbers are reused at once; 0 if the file system has no birth times
  uid_t owner = 0;

  bool operator==(StoryDirectory const&) const = default;
};

/// Its whole path.
[[nodiscard]] std::string whole_path(StoryDirectory const& directory);

/// `stamp` is the directory's, from a descriptor.
[[nodiscard]] StoryDirectory story_directory(std::string root, std::string path, Stamp const& stamp);

/// Whether the same directory is still at its place. Checks with the rights of the thread.
[[nodiscard]] bool is_there(StoryDirectory const& directory) noexcept;

} // namespace artifactd::turn
