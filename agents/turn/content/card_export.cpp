#include "agents/turn/content/card.hpp"
#include "agents/turn/content/card_members.hpp"
#include "state/json/json_member.hpp"

#include <algorithm>
#include <initializer_list>

namespace artifactd::turn {

namespace {

/// Lore that did not come from a lorebook becomes one constant entry.
Json book_of(WorldLore const& lore) {
  Json book = lore.lore_json.is_object() ? lore.lore_json : Json::object();
  if (!book.contains("entries"))
    book["entries"] = Json::array({{{"keys", Json::array()},
                                    {"content", lore.lore_text},
                                    {"enabled", true},
                                    {"insertion_order", 0},
                                    {"constant", true},
                                    {"use_regex", false}}});
  for (auto& entry : book["entries"])
    if (entry.is_object() && !entry.contains("extensions")) entry["extensions"] = Json::object();
  if (!book.contains("name")) book["name"] = lore.name;
  if (!book.contains("extensions")) book["extensions"] = Json::object();
  return book;
}

void demand(Json& data, std::string_view name, Json otherwise) {
  if (!data.contains(name)) data[name] = std::move(otherwise);
}

Json card(Character const& character, WorldLore const* lore, std::string_view spec,
          std::string_view card_version) {
  auto const& profile = character.base_profile;
  Json const origin = profile.value("character_card", Json::object());
  Json data = {{"name", character.name}};
  for (auto const& [name, value] : profile.items())
    if (name != "character_card") data[name] = value;
  if (origin.is_object() && origin.contains("data") && origin["data"].is_object())
    data.update(origin["data"]);
  for (auto const name : demanded_texts)
    demand(data, name, "");
  for (auto const* name : {"alternate_greetings", "tags"})
    demand(data, name, Json::array());
  demand(data, "extensions", Json::object());
  if (card_version == "3.0") demand(data, "group_only_greetings", Json::array());
  if (lore != nullptr) demand(data, "character_book", book_of(*lore));

  Json written = {{"spec", spec}, {"spec_version", card_version}};
  if (origin.is_object())
    for (auto const& [name, value] : origin.items())
      if (name != "data" && !written.contains(name)) written[name] = value;
  written["data"] = std::move(data);
  return written;
}

} // namespace

Json card_v2(Character const& character, WorldLore const* lore) {
  return card(character, lore, "chara_card_v2", "2.0");
}

Json card_v3(Character const& character, WorldLore const* lore) {
  return card(character, lore, "chara_card_v3", "3.0");
}

Json told_profile(Json const& base_profile) {
  Json told = base_profile;
  if (told.is_object())
    for (auto const name : untold_members)
      told.erase(std::string(name));
  return told;
}

std::string spoken_name(Character const& character) {
  auto nickname = text_member(character.base_profile, "nickname");
  return nickname.empty() ? character.name : nickname;
}

} // namespace artifactd::turn
