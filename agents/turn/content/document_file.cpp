#include "agents/turn/content/card.hpp"
#include "agents/turn/content/document.hpp"
#include "agents/turn/content/document_members.hpp"
#include "agents/turn/content/lorebook.hpp"

#include <algorithm>
#include <array>

namespace artifactd::turn {

namespace {

struct Telling {
  DocumentKind kind;
  std::string_view list; ///< its name in a bundle
  std::array<std::string_view, 3> members;
};

constexpr std::array<Telling, 4> telling = {{
    {DocumentKind::ruleset, "rulesets", {"rulebook_text", "character_stat_schema", "scene_state_schema"}},
    {DocumentKind::world_lore, "world_lore", {"lore_text", "lore_json", {}}},
    {DocumentKind::character, "characters", {"base_profile", "stat_block", {}}},
    {DocumentKind::scenario, "scenarios", {"character_ids", "scene_seed", "intro_seed"}},
}};

/// The one kind that has the most of its members here; std::nullopt if several do.
std::optional<DocumentKind> told_kind(Json const& json) {
  std::optional<DocumentKind> told;
  std::ptrdiff_t most = 0;
  bool alone = true;
  for (auto const& each : telling) {
    auto const has =
        std::ranges::count_if(each.members, [&](auto name) { return !name.empty() && json.contains(name); });
    if (has > most) told = each.kind;
    alone = has > most || (alone && has < most);
    most = std::max(most, has);
  }
  return alone && most > 0 ? told : std::nullopt;
}

bool is_bundle(Json const& json) {
  return json.is_object() && std::ranges::any_of(telling, [&](Telling const& each) {
           auto const list = json.find(each.list);
           return list != json.end() && list->is_array();
         });
}

template <class Document>
void keep(std::vector<Placed<Document>>& list, std::optional<Document> document, DocumentPlace const& place) {
  if (document) list.push_back({*std::move(document), place});
}

void read_one(DocumentKind kind, Json const& json, DocumentPlace const& place, DocumentsRead& read) {
  auto& documents = read.documents;
  switch (kind) {
  case DocumentKind::ruleset:
    return keep(documents.rulesets, read_ruleset(json, place, read.findings), place);
  case DocumentKind::world_lore:
    return keep(documents.world_lore, read_world_lore(json, place, read.findings), place);
  case DocumentKind::character:
    return keep(documents.characters, read_character(json, place, read.findings), place);
  case DocumentKind::scenario:
    return keep(documents.scenarios, read_scenario(json, place, read.findings), place);
  }
}

void read_bundle(Json const& json, DocumentPlace const& place, DocumentsRead& read) {
  DocumentMembers reader(json, place, "turn.document", read.findings);
  for (auto const& each : telling)
    if (auto const* list = reader.list(each.list, Need::optional))
      for (std::size_t i = 0; i < list->size(); ++i)
        read_one(each.kind, (*list)[i], within(reader.at(each.list), i), read);
  static_cast<void>(reader.finish());
}

Finding untold(Json const& json, DocumentPlace const& place) {
  Complaint complaint{.message = "it is unclear which kind of document this is",
                      .expected = "a ruleset (rulebook_text), a world_lore (lore_text), a character "
                                  "(base_profile), a scenario (character_ids), or a bundle of them",
                      .found = shown_value(json),
                      .hint = "Write the members of the kind you mean, or a bundle: {\"rulesets\": [], "
                              "\"world_lore\": [], \"characters\": [], \"scenarios\": []}."};
  if (is_card(json) || is_lorebook(json)) {
    complaint.found = is_card(json) ? "a character card" : "a lorebook";
    complaint.hint = "Import it: it is turned into documents.";
  }
  return content_finding("turn.document", place, std::move(complaint));
}

} // namespace

DocumentsRead read_documents(ContentText const& text) {
  DocumentsRead read;
  DocumentPlace const place{.file = text.file};
  if (is_bundle(text.value))
    read_bundle(text.value, place, read);
  else if (auto const kind = text.value.is_object() ? told_kind(text.value) : std::nullopt)
    read_one(*kind, text.value, place, read);
  else {
    read.foreign = true;
    read.findings.push_back(untold(text.value, place));
  }
  keep_first(read.findings, place);
  locate(read.findings, text);
  return read;
}

} // namespace artifactd::turn
