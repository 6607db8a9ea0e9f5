// The paths a person means by arguments: files and directories that are there, globs over what is there, and
// paths of another machine as they are. Directories are walked without following links. Of more files than
// are wanted a sample is taken, as many of each folder as of the others; of trees far beyond that, of the
// folders that come first.
#pragma once

#include "state/result.hpp"

#include <functional>
#include <string>
#include <vector>

namespace artifactd {

struct GatheredPaths {
  std::vector<std::string> paths;      ///< in byte order within each folder; UTF-8 all of them
  std::string root;                    ///< the only directory that was named; empty: none, or several things
  std::size_t seen = 0;                ///< files
  bool stopped = false;                ///< there are more than were seen
  std::size_t not_text = 0;            ///< left out: names that are not UTF-8
  std::size_t too_long = 0;            ///< left out: more than 4,096 bytes
  std::vector<std::string> unreadable; ///< directories, the first few
  std::size_t unreadable_count = 0;
};

struct GatherLimits {
  std::size_t files = 100'000;
  std::function<void(std::size_t)> on_progress = {}; ///< told now and then how many were seen; may be empty
};

/// Fault::invalid for a glob that is none.
[[nodiscard]] Result<GatheredPaths> gather_paths(std::vector<std::string> const& arguments,
                                                 GatherLimits const& limits);

/// One sentence for each thing that was left out.
[[nodiscard]] std::vector<std::string> notes_on(GatheredPaths const& gathered);

} // namespace artifactd
