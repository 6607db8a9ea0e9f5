// The stage before any plan: files that are almost JSON are made JSON where there is one way to read them
// (state/json/mend).
#pragma once

#include "merge/artifact_set.hpp"
#include "merge/game/text.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

struct MendedTexts {
  std::vector<game::GameFile> files;  ///< those that differ, in order of names
  std::vector<std::string> sentences; ///< "<file>, line 3, column 14: …"
};

/// Changes the texts in `set`. Logs are left alone. `depth`: open brackets allowed.
[[nodiscard]] MendedTexts mend_texts(ArtifactSet& set, unsigned depth);

/// What differs in the end: what a repair made of the mended texts, and those it left as they were.
[[nodiscard]] std::vector<game::GameFile> with_mended(std::vector<game::GameFile> repaired,
                                                      std::vector<game::GameFile> const& mended);

} // namespace artifactd::editor
