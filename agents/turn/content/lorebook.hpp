// Reads lorebooks in their three forms as a world's lore: a card's `character_book`, a file {"spec":
// "lorebook_v3", "data"}, and SillyTavern's own with numbered `entries`.
//
// `lore_json` is the book with its original members and `entries` as a list with the card's names, sorted by
// insertion_order: keys, secondary_keys, content, enabled, insertion_order, constant, selective, use_regex;
// other members are kept. `lore_text` is the content of the enabled entries. Regular expressions among the
// keys are kept but never run.
#pragma once

#include "agents/turn/content/document.hpp"

namespace artifactd::turn {

/// Whether it is a separate lorebook, not one in a card.
[[nodiscard]] bool is_lorebook(Json const& json);

/// `fallback_name` is used if the book has no name; the id is made from the name (see slug). `place` is where
/// the book is. std::nullopt on an error.
[[nodiscard]] std::optional<WorldLore> read_lorebook(Json const& book, std::string_view fallback_name,
                                                     DocumentPlace const& place,
                                                     std::vector<Finding>& findings);

} // namespace artifactd::turn
