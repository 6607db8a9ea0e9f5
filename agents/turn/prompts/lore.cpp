#include "agents/turn/prompts/lore.hpp"

#include "agents/turn/folded_text.hpp"
#include "agents/turn/limits.hpp"
#include "agents/turn/rules/member_reader.hpp"

#include <algorithm>
#include <tuple>

namespace artifactd::turn {

namespace {

constexpr std::size_t most_lore_entries = 5000;
constexpr std::size_t most_lore_keys = 200;
constexpr std::size_t longest_lore_key = 256;
constexpr std::int64_t largest_order = std::int64_t{1} << 53;

LoreEntry read_entry(MemberReader& reader, std::size_t index) {
  LoreEntry entry;
  entry.index = index;
  entry.content = reader.text("content", largest_rulebook);
  entry.keys = reader.texts("keys", most_lore_keys, longest_lore_key).value_or(std::vector<std::string>{});
  if (reader.flag("use_regex", false)) entry.keys.clear();
  entry.insertion_order = reader.whole("insertion_order", -largest_order, largest_order).value_or(0);
  entry.enabled = reader.flag("enabled", true);
  entry.constant = reader.flag("constant", false);
  return entry;
}

/// The key that occurs, as written in the entry; null if none does.
std::string const* key_in(LoreEntry const& entry, std::span<std::string const> folded_texts) {
  auto const found = std::ranges::find_if(entry.keys, [&](std::string const& key) {
    auto const word = loosely(key);
    return std::ranges::any_of(folded_texts, [&](std::string const& text) { return has_word(text, word); });
  });
  return found != entry.keys.end() ? &*found : nullptr;
}

} // namespace

ReadLore read_lore(Json const& lore_json) {
  ReadLore lore;
  if (!lore_json.is_object()) return lore; // structured facts of another form have no entries
  MemberReader reader(lore_json, "/lore_json", lore.faults);
  auto const* entries = reader.list("entries", most_lore_entries);
  if (entries == nullptr) return lore;
  for (std::size_t i = 0; i < entries->size(); ++i) {
    auto each = reader.element("entries", i, (*entries)[i]);
    if (each.is_object()) lore.entries.push_back(read_entry(each, i));
  }
  return lore;
}

FiredLore fire(std::span<LoreEntry const> entries, std::span<std::string const> texts, std::size_t budget) {
  std::vector<std::string> folded_texts;
  for (auto const& text : texts)
    folded_texts.push_back(loosely(text));
  std::vector<LoreEntry const*> in_order;
  for (auto const& entry : entries)
    if (entry.enabled && !entry.content.empty()) in_order.push_back(&entry);
  std::ranges::sort(in_order, {},
                    [](LoreEntry const* each) { return std::tuple(each->insertion_order, each->index); });
  FiredLore fired;
  for (auto const* entry : in_order) {
    auto const* key = entry->constant ? nullptr : key_in(*entry, folded_texts);
    if (key == nullptr && !entry->constant) continue;
    bool const fits = entry->content.size() <= budget;
    if (fits) budget -= entry->content.size();
    (fits ? fired.told : fired.left_out)
        .push_back({entry->index, entry->content, key != nullptr ? *key : ""});
  }
  return fired;
}

} // namespace artifactd::turn
