#include "agents/turn/content/import_file.hpp"

#include "agents/turn/content/content_finding.hpp"
#include "agents/turn/content/lorebook.hpp"
#include "agents/turn/content/png.hpp"
#include "agents/turn/content/zip.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

ImportRead of_card(CardRead card) {
  return {.foreign = card.foreign, .card = std::move(card.draft), .findings = std::move(card.findings)};
}

ImportRead of_chat(ChatRead chat) {
  return {.chat = std::move(chat.chat), .findings = std::move(chat.findings)};
}

ImportRead of_lorebook(ContentText const& text, TakenId const& taken) {
  ImportRead import{.of_lorebook = true};
  DocumentPlace const place{.file = text.file};
  auto name = text.file.substr(text.file.rfind('/') + 1); // npos + 1 is 0
  name.resize(std::min({name.size(), name.find('.'), longest_name}));
  if (name.empty()) name = "Lorebook";
  if (auto lore = read_lorebook(text.value, name, place, import.findings)) {
    lore->id =
        slug(lore->name, [&](std::string_view id) { return taken && taken(DocumentKind::world_lore, id); });
    import.documents.world_lore.push_back({*std::move(lore), place});
  }
  keep_first(import.findings, place);
  locate(import.findings, text);
  return import;
}

ImportRead of_text(ContentText const& text, TakenId const& taken) {
  if (is_card(text.value)) return of_card(read_card(text, taken));
  if (is_lorebook(text.value)) return of_lorebook(text, taken);
  auto read = read_documents(text);
  return {
      .documents = std::move(read.documents), .foreign = read.foreign, .findings = std::move(read.findings)};
}

ImportRead of_file(std::string_view file, std::string_view bytes, TakenId const& taken) {
  if (is_png(bytes)) return of_card(read_png_card(file, bytes, taken));
  if (is_zip(bytes)) return of_card(read_charx_card(file, bytes, taken));
  if (file.ends_with(".jsonl") || is_chat(bytes)) return of_chat(read_chat(file, bytes));
  auto const text = read_content(file, bytes, format_of(file));
  return text ? of_text(*text, taken) : ImportRead{.findings = text.error()};
}

} // namespace

ImportRead read_import(std::string_view file, std::string_view bytes, TakenId const& taken) {
  auto import = of_file(file, bytes, taken);
  put_errors_first(import.findings);
  return import;
}

} // namespace artifactd::turn
