// Selects the lorebook entries of a world that go into a turn's prompts: constant ones, and those with a key
// that occurs in the turn's texts. Keys are plain words; regular expressions are kept in the lore but never
// run.
#pragma once

#include "agents/turn/story.hpp"

#include <span>

namespace artifactd::turn {

struct LoreEntry {
  std::size_t index = 0; ///< in lore_json.entries
  std::string content;
  std::vector<std::string> keys; ///< empty if they are regular expressions
  std::int64_t insertion_order = 0;
  bool enabled = true;
  bool constant = false;
};

struct ReadLore {
  std::vector<LoreEntry> entries;  ///< in the order of the document
  std::vector<std::string> faults; ///< each begins with its pointer: "/lore_json/entries/0/keys: …"
};

/// Entries {keys, content, enabled?, insertion_order?, constant?, use_regex?}; other members are ignored.
/// Empty if `lore_json` has no entries.
[[nodiscard]] ReadLore read_lore(Json const& lore_json);

struct FiredEntry {
  std::size_t index = 0; ///< in lore_json.entries
  std::string content;
  std::string key; ///< the key that occurred; empty: the entry is constant
};

struct FiredLore {
  std::vector<FiredEntry> told;     ///< by insertion_order, then index
  std::vector<FiredEntry> left_out; ///< fired, but over the budget
};

/// A key fires if it occurs in one of the texts as a whole word, ignoring case. `budget`: bytes of content in
/// total; an entry that does not fit is left out whole, but smaller ones after it may still fit.
[[nodiscard]] FiredLore fire(std::span<LoreEntry const> entries, std::span<std::string const> texts,
                             std::size_t budget);

} // namespace artifactd::turn
