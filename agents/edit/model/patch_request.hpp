// What a model is asked about files of which nothing is known but that they are JSON: what every check says
// of them, and the files; of long ones only what lies around the faults. Everything is bounded, and shown as
// data between marks.
#pragma once

#include "agents/model/model.hpp"
#include "merge/artifact_set.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t longest_file_shown = 8 * 1024;   ///< bytes; of a longer one excerpts
inline constexpr std::size_t longest_files_shown = 64 * 1024; ///< of all together; the rest is only listed

struct PatchQuestion {
  ArtifactSet const& set;
  std::span<Finding const> findings;   ///< errors in it
  std::span<std::string const> errors; ///< all that is to be mended, as error_line has it, or as told
  std::string earlier = {};            ///< what became of the patches before these; empty: there were none
};

[[nodiscard]] model::Request patch_request(PatchQuestion const& question);

} // namespace artifactd::editor
