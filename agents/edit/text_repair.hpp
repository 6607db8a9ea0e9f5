// The stage before any plan: files that are almost JSON are repaired if they can be read in only one way
// (state/json/repair).
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/game/text.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

struct RepairedTexts {
  std::vector<game::GameFile> files;  ///< the repaired files, in order of names
  std::vector<std::string> sentences; ///< "<file>, line 3, column 14: …"
};

/// Changes the texts in `set`. Logs are left alone. `depth`: open brackets allowed.
[[nodiscard]] RepairedTexts repair_texts(ArtifactSet& set, unsigned depth);

/// All files that differ in the end: those of a repair, and those made valid JSON that it left alone.
[[nodiscard]] std::vector<game::GameFile> with_valid_texts(std::vector<game::GameFile> repaired,
                                                           std::vector<game::GameFile> const& made_json);

} // namespace artifactd::editor
