// Fields that a repair adds to a game's schema and sets when the game begins.
#pragma once

#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"

#include <string>

namespace artifactd::editor {

struct NewField {
  std::string path; ///< "game.x", "players.x"
  std::string type;
  std::string purpose = {};            ///< empty: none given
  game::Value default_value = nullptr; ///< null: none
  game::Value values = nullptr;        ///< of an enum; null: none given
};

/// Adds it in the schema's own form.
void add_field(Evidence const& evidence, NewField const& field, Draft& draft);

/// Whether logic may read that name: a field of the schema, or one that the router computes, without a
/// prefix.
[[nodiscard]] bool is_readable(Evidence const& evidence, std::string const& name);

/// Replaces `field` with `with` wherever logic below `node` reads it; `pointer` leads from the fragment to
/// the node.
void rename_reads(JsonNode const& node, std::string const& pointer, std::string_view field,
                  std::string const& with, game::FragmentAddress const& address, Draft& draft);

/// The initial value for a type: 0, "", false, [], {}.
[[nodiscard]] game::Value first_value(std::string_view type);

/// Sets it when the game begins; false if no instruction could do that.
bool set_at_start(Evidence const& evidence, std::string const& path, game::Value const& value, Draft& draft);

} // namespace artifactd::editor
