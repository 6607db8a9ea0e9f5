// Lorebooks in their three forms, as a world's lore: a card's `character_book`, a file {"spec":
// "lorebook_v3", "data"}, and SillyTavern's own with `entries` by number.
//
// `lore_json` is the book with its members as they were and `entries` as a list in the card's words, sorted
// by insertion_order: keys, secondary_keys, content, enabled, insertion_order, constant, selective,
// use_regex; members beyond these are kept. `lore_text` is the content of the enabled ones. Regular
// expressions among the keys are kept and not run.
#pragma once

#include "agents/turn/content/document.hpp"

namespace artifactd::turn {

/// Whether it is a lorebook of its own, not one in a card.
[[nodiscard]] bool is_lorebook(Json const& json);

/// `fallback_name` where the book has no name; the id is made of the name (see slug). `place` is where the
/// book is. Nothing where there is an error.
[[nodiscard]] std::optional<WorldLore> read_lorebook(Json const& book, std::string_view fallback_name,
                                                     DocumentPlace const& place,
                                                     std::vector<Finding>& findings);

} // namespace artifactd::turn
