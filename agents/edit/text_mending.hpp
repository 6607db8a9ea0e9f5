// The stage before any plan: files that are almost JSON are repaired if they can be read in only one way
// (state/json/mend).
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/game/text.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

struct MendedTexts {
  std::vector<game::GameFile> files;  ///< the repaired files, in order of names
  std::vector<std::string> sentences; ///< "<file>, line 3, column 14: …"
};

/// Changes the texts in `set`. Logs are left alone. `depth`: open brackets allowed.
[[nodiscard]] MendedTexts mend_texts(ArtifactSet& set, unsigned depth);

/// All files that differ in the end: the repaired ones, and those made valid JSON that it left alone.
[[nodiscard]] std::vector<game::GameFile> with_mended(std::vector<game::GameFile> repaired,
                                                      std::vector<game::GameFile> const& mended);

} // namespace artifactd::editor
