// The documents of a story as JSON, with the members of the seed ("Schema Drafts") in its order, and back.
// For what we wrote ourselves: documents from outside are judged elsewhere.
#pragma once

#include "agents/turn/store/content_rows.hpp"

namespace artifactd::turn {

[[nodiscard]] Json content_json(Content const& content);
/// Fault::invalid where a member is missing or has the wrong type.
Result<Content> content_from_json(DocumentKind kind, Json const& json);

/// {ruleset, world_lore, scenario, characters}; world_lore is null where there is no world.
[[nodiscard]] Json frozen_json(Frozen const& frozen);
Result<Frozen> frozen_from_json(Json const& json);

} // namespace artifactd::turn
