// The paths that arguments stand for: existing files and directories, globs over existing files, and paths of
// another machine as they are. Directories are walked without following links. If there are more files than
// wanted, a sample is taken, equally many of each folder; of trees far larger than that, from the folders
// that come first.
#pragma once

#include "agents/rule/sample_path.hpp"
#include "state/platform/result.hpp"
#include "state/vocabulary/progress.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct GatheredPaths {
  std::string root;                          ///< what their relative forms are below; empty: none
  std::vector<extraction::SamplePath> paths; ///< in byte order within each folder; all valid UTF-8
  std::vector<std::string> notes;            ///< one sentence for each kind of omission
};

/// At most `most` paths. If `root` is empty and the only argument is a directory, that becomes the root.
/// Fault::invalid for an invalid glob.
[[nodiscard]] Result<GatheredPaths> gather_paths(std::vector<std::string> const& arguments, std::size_t most,
                                                 OnProgress const& on_progress, std::string root = {});

} // namespace artifactd
