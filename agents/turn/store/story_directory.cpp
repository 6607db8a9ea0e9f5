#include "agents/turn/store/story_directory.hpp"

#include "state/platform/fd.hpp"

#include <fcntl.h>

namespace artifactd::turn {

StoryDirectory story_directory(std::string root, std::string path, Stamp const& stamp) {
  return {.root = std::move(root),
          .path = std::move(path),
          .device = stamp.device,
          .inode = stamp.inode,
          .birth_ns = stamp.birth_ns,
          .owner = stamp.owner};
}

std::string whole_path(StoryDirectory const& directory) {
  return directory.root.empty() ? directory.path : directory.root + "/" + directory.path;
}

bool is_there(StoryDirectory const& directory) noexcept {
  auto const place = whole_path(directory);
  UniqueFd const found(::open(place.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!found) return false;
  auto const stamp = stamp_of(found.get());
  return stamp && story_directory(directory.root, directory.path, *stamp) == directory;
}

} // namespace artifactd::turn
