// Converts the documents of a story to JSON, with the members of the seed ("Schema Drafts") in its order, and
// back. Only for documents artifactd wrote; those from outside are checked elsewhere.
#pragma once

#include "agents/turn/store/rows/content_rows.hpp"

namespace artifactd::turn {

[[nodiscard]] Json content_json(Content const& content);
/// Fault::invalid if a member is missing or has the wrong type.
Result<Content> content_from_json(DocumentKind kind, Json const& json);

/// {ruleset, world_lore, scenario, characters}; world_lore is null if there is no world.
[[nodiscard]] Json frozen_json(Frozen const& frozen);
Result<Frozen> frozen_from_json(Json const& json);

} // namespace artifactd::turn
