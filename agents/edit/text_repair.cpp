#include "agents/edit/text_repair.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "state/json/repair.hpp"

#include <algorithm>

namespace artifactd::editor {

RepairedTexts repair_texts(ArtifactSet& set, unsigned depth) {
  RepairedTexts result;
  for (auto& artifact : set.files) {
    if (is_log(artifact)) continue;
    auto repaired = json::repair(artifact.bytes, {.depth = depth});
    if (!repaired || repaired->repairs.empty()) continue;
    for (auto const& each : repaired->repairs)
      result.sentences.push_back(artifact.name + ", " + json::sentence(each));
    artifact.bytes = std::move(repaired->text);
    result.files.push_back({artifact.name, artifact.path, artifact.bytes});
  }
  return result;
}

std::vector<game::GameFile> with_valid_texts(std::vector<game::GameFile> repaired,
                                             std::vector<game::GameFile> const& made_json) {
  for (auto const& file : made_json)
    if (std::ranges::find(repaired, file.name, &game::GameFile::name) == repaired.end())
      repaired.push_back(file);
  std::ranges::sort(repaired, {}, &game::GameFile::name);
  return repaired;
}

} // namespace artifactd::editor
