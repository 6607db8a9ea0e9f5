// The paths that arguments stand for: existing files and directories, globs over existing files, and paths of
// another machine as they are. Directories are walked without following links. If there are more files than
// wanted, a sample is taken, equally many of each folder; of trees far larger than that, from the folders
// that come first.
#pragma once

#include "state/platform/result.hpp"

#include <functional>
#include <string>
#include <vector>

namespace artifactd {

struct GatheredPaths {
  std::vector<std::string> paths;      ///< in byte order within each folder; all valid UTF-8
  std::string root;                    ///< the directory, if it was the only argument; else empty
  std::size_t seen = 0;                ///< files
  bool stopped = false;                ///< there are more than `seen`
  std::size_t not_text = 0;            ///< omitted: names that are not UTF-8
  std::size_t too_long = 0;            ///< omitted: more than 4,096 bytes
  std::vector<std::string> unreadable; ///< directories, the first few
  std::size_t unreadable_count = 0;
};

struct GatherLimits {
  std::size_t files = 100'000;
  /// Called now and then with the number seen; may be empty
  std::function<void(std::size_t)> on_progress = {};
};

/// Fault::invalid for an invalid glob.
[[nodiscard]] Result<GatheredPaths> gather_paths(std::vector<std::string> const& arguments,
                                                 GatherLimits const& limits);

/// One sentence for each kind of omission.
[[nodiscard]] std::vector<std::string> notes_on(GatheredPaths const& gathered);

} // namespace artifactd
