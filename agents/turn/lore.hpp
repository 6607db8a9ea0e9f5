// Which entries of a world's lorebook go into a turn's prompts: constant ones, and those with a key that
// occurs in what the turn is about. Keys are plain words; regular expressions are kept in the lore and never
// run.
#pragma once

#include "agents/turn/story.hpp"

#include <span>

namespace artifactd::turn {

struct LoreEntry {
  std::size_t index = 0; ///< in lore_json.entries
  std::string content;
  std::vector<std::string> keys; ///< empty where they are regular expressions
  std::int64_t insertion_order = 0;
  bool enabled = true;
  bool constant = false;
};

struct ReadLore {
  std::vector<LoreEntry> entries;  ///< as they are in the document
  std::vector<std::string> faults; ///< each begins with its pointer: "/lore_json/entries/0/keys: …"
};

/// Entries {keys, content, enabled?, insertion_order?, constant?, use_regex?}; other members are not looked
/// at. No entries where `lore_json` has none.
[[nodiscard]] ReadLore read_lore(Json const& lore_json);

struct FiredEntry {
  std::size_t index = 0; ///< in lore_json.entries
  std::string content;
  std::string key; ///< that occurred; empty: it is constant
};

struct FiredLore {
  std::vector<FiredEntry> told;     ///< by insertion_order, then index
  std::vector<FiredEntry> left_out; ///< fired, but beyond the budget
};

/// A key occurs as a whole word, without regard to case, in one of the texts. `budget`: bytes of content in
/// all; an entry that does not fit is left out whole, and smaller ones behind it may still be told.
[[nodiscard]] FiredLore fire(std::span<LoreEntry const> entries, std::span<std::string const> texts,
                             std::size_t budget);

} // namespace artifactd::turn
