// Fields that a repair adds to a game's schema and sets when the game begins.
#pragma once

#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"

#include <string>

namespace artifactd::editor {

struct NewField {
  std::string path; ///< "game.x", "players.x"
  std::string type;
  std::string purpose = {};            ///< empty: not said
  game::Value default_value = nullptr; ///< null: none
  game::Value values = nullptr;        ///< of an enum; null: not said
};

/// Adds it in the form of the schema.
void add_field(Evidence const& evidence, NewField const& field, Draft& draft);

/// Whether logic may read it by that name: a field of the schema, or what the router computes, without a
/// prefix.
[[nodiscard]] bool is_readable(Evidence const& evidence, std::string const& name);

/// Reads `with` wherever logic below `node` reads `field`; `pointer` leads from the fragment to the node.
void rename_reads(JsonNode const& node, std::string const& pointer, std::string_view field,
                  std::string const& with, game::FragmentAddress const& address, Draft& draft);

/// What such a field begins with: 0, "", false, [], {}.
[[nodiscard]] game::Value first_value(std::string_view type);

/// Sets it at the game's beginning; false when there is no instruction that could.
bool set_at_start(Evidence const& evidence, std::string const& path, game::Value const& value, Draft& draft);

} // namespace artifactd::editor
