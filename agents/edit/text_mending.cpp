#include "agents/edit/text_mending.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "state/json/mend.hpp"

#include <algorithm>

namespace artifactd::editor {

MendedTexts mend_texts(ArtifactSet& set, unsigned depth) {
  MendedTexts result;
  for (auto& artifact : set.files) {
    if (is_log(artifact)) continue;
    auto mended = json::mend(artifact.bytes, {.depth = depth});
    if (!mended || mended->mendings.empty()) continue;
    for (auto const& each : mended->mendings)
      result.sentences.push_back(artifact.name + ", " + json::sentence(each));
    artifact.bytes = std::move(mended->text);
    result.files.push_back({artifact.name, artifact.path, artifact.bytes});
  }
  return result;
}

std::vector<game::GameFile> with_mended(std::vector<game::GameFile> repaired,
                                        std::vector<game::GameFile> const& mended) {
  for (auto const& file : mended)
    if (std::ranges::find(repaired, file.name, &game::GameFile::name) == repaired.end())
      repaired.push_back(file);
  std::ranges::sort(repaired, {}, &game::GameFile::name);
  return repaired;
}

} // namespace artifactd::editor
