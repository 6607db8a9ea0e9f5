#include "merge/game/artifacts.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "merge/graph/raw_merge.hpp"
#include "state/json/walk.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <ranges>

namespace artifactd::game {

namespace {

std::string under(std::string_view key, std::string_view value) {
  return fmt::format("{{{}: {}}}", json::quote(key), value);
}

/// The text nested at the place given by its name.
std::string placed(std::string_view name, std::string_view text) {
  auto value = std::string(text);
  auto const steps = address_of(name);
  for (auto const& step : steps | std::views::reverse)
    value = under(step, value);
  return value;
}

} // namespace

Game game_of(ArtifactSet const& set) {
  std::vector<GameFile> files;
  for (auto const& artifact : set.files)
    files.push_back({std::string(layout::plain_name(artifact.name)), artifact.path, artifact.bytes});
  return Game(std::move(files));
}

std::string member_of_game(ArtifactSet const& set) {
  std::vector<std::string> values;
  for (auto const& artifact : set.files)
    for (auto text : texts_of(artifact))
      values.push_back(placed(layout::plain_name(artifact.name), text));
  return raw_merge(std::vector<std::string_view>(values.begin(), values.end()));
}

} // namespace artifactd::game
