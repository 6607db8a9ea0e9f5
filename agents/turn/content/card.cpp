#include "agents/turn/content/card.hpp"

#include "agents/turn/content/card_members.hpp"
#include "agents/turn/content/document_members.hpp"
#include "agents/turn/content/lorebook.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// Where the card's members are, and its version.
struct CardLayout {
  std::string spec;
  Json const* data = nullptr; ///< null: not a card
  DocumentPlace place;
};

CardLayout layout_of(Json const& json, DocumentPlace const& place) {
  if (!json.is_object()) return {.spec = {}, .place = place};
  auto const spec = json.value("spec", Json());
  if (spec.is_string() && spec.get_ref<std::string const&>().starts_with(card_spec_prefix)) {
    auto const data = json.find("data");
    return {spec.get<std::string>(), data == json.end() ? nullptr : &*data, within(place, "data")};
  }
  auto const members = std::ranges::count_if(first_version, [&](auto name) {
    auto const found = json.find(name);
    return found != json.end() && found->is_string();
  });
  bool const card = members > 2 && json.contains("name");
  return {std::string(first_spec), card ? &json : nullptr, place};
}

/// Splits the members into the profile and the rest for `character_card`.
Json profile_of(Json const& json, CardLayout const& layout) {
  Json profile = Json::object();
  Json rest = Json::object();
  for (auto const& [name, value] : layout.data->items())
    if (std::ranges::find(profile_members, name) != profile_members.end())
      profile[name] = value;
    else if (name != "name")
      rest[name] = value;
  Json card = {{"spec", layout.spec}};
  if (layout.data != &json)
    for (auto const& [name, value] : json.items())
      if (name != "data") card[name] = value;
  card["data"] = std::move(rest);
  profile["character_card"] = std::move(card);
  return profile;
}

class CardReading {
public:
  CardReading(Json const& json, CardLayout const& layout, TakenId const& taken)
      : json_(json), layout_(layout), taken_(taken),
        reader_(*layout.data, layout.place, "turn.card", findings_) {}

  CardRead read();

private:
  [[nodiscard]] std::string id(DocumentKind kind, std::string_view name) const {
    return slug(name, [&](std::string_view each) { return taken_ && taken_(kind, each); });
  }
  void read_greetings(CardDraft& draft);
  void read_book(CardDraft& draft);
  void tell_of_prompts();

  Json const& json_;
  CardLayout const& layout_;
  TakenId const& taken_;
  std::vector<Finding> findings_;
  DocumentMembers reader_;
};

void CardReading::read_greetings(CardDraft& draft) {
  if (auto const* greetings = reader_.list("alternate_greetings", Need::optional))
    for (auto const& each : *greetings)
      if (each.is_string()) draft.further_intros.push_back(each.get<std::string>());
  Scenario scenario{.id = id(DocumentKind::scenario, draft.character.name),
                    .title = draft.character.name,
                    .summary = reader_.text("scenario", Need::optional, longest_passage),
                    .ruleset_id = {},
                    .world_lore_id = {},
                    .character_ids = {draft.character.id},
                    .persona_id = {},
                    .stakes = {},
                    .tone = {},
                    .intro_seed = reader_.text("first_mes", Need::optional, longest_passage),
                    .content_rules = {},
                    .observations = {}};
  if (!scenario.summary.empty() || !scenario.intro_seed.empty() || !draft.further_intros.empty())
    draft.scenario = std::move(scenario);
}

void CardReading::read_book(CardDraft& draft) {
  auto const* book = reader_.any("character_book");
  if (book == nullptr) return;
  auto lore = read_lorebook(*book, draft.character.name, reader_.at("character_book"), findings_);
  if (!lore) return reader_.fail();
  lore->id = id(DocumentKind::world_lore, lore->name);
  if (draft.scenario) draft.scenario->world_lore_id = lore->id;
  draft.world_lore = std::move(lore);
}

void CardReading::tell_of_prompts() {
  for (auto const* name : {"system_prompt", "post_history_instructions"})
    if (!reader_.text(name, Need::optional, largest_card_file).empty())
      findings_.push_back(content_warning("turn.card", reader_.at(name),
                                          {.message = fmt::format("{} is kept, but never used", name),
                                           .expected = "no instructions to a model",
                                           .found = "a text",
                                           .hint = "Put what matters into the description."}));
}

CardRead CardReading::read() {
  CardDraft draft;
  draft.character.name = reader_.text("name", Need::required, longest_name);
  draft.character.id = id(DocumentKind::character, draft.character.name);
  for (auto const* name :
       {"description", "personality", "mes_example", "nickname", "creator", "creator_notes"})
    static_cast<void>(reader_.text(name, Need::optional, largest_card_file));
  static_cast<void>(reader_.list("tags", Need::optional));
  static_cast<void>(reader_.object("extensions", Need::optional));
  read_greetings(draft);
  read_book(draft);
  tell_of_prompts();
  draft.character.base_profile = profile_of(json_, layout_);
  if (reader_.sound()) return {std::move(draft), std::move(findings_)};
  return {std::nullopt, std::move(findings_)};
}

} // namespace

bool is_card(Json const& json) {
  return layout_of(json, {}).data != nullptr;
}

CardRead read_card(ContentText const& text, TakenId const& taken) {
  DocumentPlace const place{.file = text.file};
  auto const layout = layout_of(text.value, place);
  CardRead read;
  if (layout.data == nullptr)
    read.findings.push_back(
        content_finding("turn.card", place,
                        {.message = "this is not a character card",
                         .expected = "spec chara_card_v2 or chara_card_v3 with data, or the "
                                     "members of version 1",
                         .found = shown_value(text.value),
                         .hint = "Export the card again from the program that made it."}));
  else
    read = CardReading(text.value, layout, taken).read();
  keep_first(read.findings, place);
  locate(read.findings, text);
  return read;
}

} // namespace artifactd::turn
