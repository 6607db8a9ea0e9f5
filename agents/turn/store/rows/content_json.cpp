#include "agents/turn/store/rows/content_json.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// The document that `read` returns; Fault::invalid with its first error.
template <class Document>
Result<Document> stored(Json const& json, std::optional<Document> (*read)(Json const&, DocumentPlace const&,
                                                                          std::vector<Finding>&)) {
  std::vector<Finding> findings;
  if (auto document = read(json, {}, findings)) return *std::move(document);
  auto const* error = first_error(findings);
  return fail(Fault::invalid,
              fmt::format("a stored document cannot be read: {}",
                          error == nullptr ? "it is not a document" : place_and_message(*error)));
}

} // namespace

Json content_json(Content const& content) {
  return std::visit([](auto const& document) { return to_json(document); }, content);
}

Result<Content> content_from_json(DocumentKind kind, Json const& json) {
  switch (kind) {
  case DocumentKind::ruleset:
    return TRY(stored(json, read_ruleset));
  case DocumentKind::world_lore:
    return TRY(stored(json, read_world_lore));
  case DocumentKind::character:
    return TRY(stored(json, read_character));
  case DocumentKind::scenario:
    break;
  }
  return TRY(stored(json, read_scenario));
}

Json frozen_json(Frozen const& frozen) {
  auto characters = Json::array();
  for (auto const& each : frozen.characters)
    characters.push_back(to_json(each));
  return {{"ruleset", to_json(frozen.ruleset)},
          {"world_lore", frozen.world_lore.id.empty() ? Json(nullptr) : to_json(frozen.world_lore)},
          {"scenario", to_json(frozen.scenario)},
          {"characters", std::move(characters)}};
}

Result<Frozen> frozen_from_json(Json const& json) {
  auto const member = [&json](char const* name) {
    return json.is_object() ? json.value(name, Json()) : Json();
  };
  Frozen frozen;
  frozen.ruleset = TRY(stored(member("ruleset"), read_ruleset));
  if (auto const world = member("world_lore"); !world.is_null())
    frozen.world_lore = TRY(stored(world, read_world_lore));
  frozen.scenario = TRY(stored(member("scenario"), read_scenario));
  for (auto const& each : member("characters"))
    frozen.characters.push_back(TRY(stored(each, read_character)));
  return frozen;
}

} // namespace artifactd::turn
