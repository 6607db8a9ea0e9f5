#include "agents/turn/content/import_file.hpp"

#include "agents/turn/content/content_finding.hpp"
#include "agents/turn/content/lorebook.hpp"
#include "agents/turn/content/png.hpp"
#include "agents/turn/content/zip.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

ImportRead of_card(CardRead card) {
  ImportRead import;
  import.foreign = card.foreign;
  import.card = std::move(card.draft);
  import.findings = std::move(card.findings);
  return import;
}

ImportRead of_chat(ChatRead chat) {
  ImportRead import;
  import.chat = std::move(chat.chat);
  import.findings = std::move(chat.findings);
  return import;
}

ImportRead of_lorebook(ContentText const& text, TakenId const& taken) {
  ImportRead import;
  import.of_lorebook = true;
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
  ImportRead import;
  import.foreign = read.foreign;
  import.documents = std::move(read.documents);
  import.findings = std::move(read.findings);
  return import;
}

ImportRead of_file(std::string_view file, std::string_view bytes, TakenId const& taken) {
  if (is_png(bytes)) return of_card(read_png_card(file, bytes, taken));
  if (is_zip(bytes)) return of_card(read_charx_card(file, bytes, taken));
  if (file.ends_with(".jsonl") || is_chat(bytes)) return of_chat(read_chat(file, bytes));
  auto const text = read_content(file, bytes, format_of(file));
  if (text) return of_text(*text, taken);
  ImportRead import;
  import.findings = text.error();
  return import;
}

} // namespace

ImportRead read_import(std::string_view file, std::string_view bytes, TakenId const& taken) {
  auto import = of_file(file, bytes, taken);
  put_errors_first(import.findings);
  return import;
}

} // namespace artifactd::turn
