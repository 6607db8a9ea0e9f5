// The request about files known only to be JSON: what all checks say about them, and the files themselves, or
// excerpts around the faults if they are long. Everything is bounded, and marked as data.
#pragma once

#include "agents/model/model.hpp"
#include "merge/artifacts/artifact_set.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t longest_file_shown = 8 * 1024; ///< bytes; longer files are shown as excerpts
/// of all files together; the rest is only listed
inline constexpr std::size_t longest_files_shown = 64 * 1024;

struct PatchQuestion {
  ArtifactSet const& set;
  std::span<Finding const> findings;   ///< errors in it
  std::span<std::string const> errors; ///< all that is to be repaired, as by error_line() or as reported
  std::string earlier = {};            ///< the outcome of the previous patches; empty if there were none
};

[[nodiscard]] model::Request patch_request(PatchQuestion const& question);

} // namespace artifactd::editor
