// Any bytes as a file to import, as a picture, as an archive and as the JSON of a card, a lorebook or a chat:
// there is a draft or an error, never both; a draft survives its export under the same name; a finding is
// complete and lies in the file.
#include "agents/turn/content/card.hpp"
#include "agents/turn/content/chat.hpp"
#include "agents/turn/content/import_file.hpp"
#include "agents/turn/content/macros.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace artifactd;
using namespace artifactd::turn;
using fuzz::demand;

void check_findings(std::vector<Finding> const& findings) {
  for (auto const& finding : findings) {
    demand(!finding.code.empty() && !finding.message.empty(), "a finding says what");
    demand(finding.message.size() < 5000 && finding.hint.size() < 5000, "it is short");
    demand(finding_from_json(to_json(finding)).has_value(), "it survives its JSON form");
  }
}

void judge(CardRead const& read) {
  check_findings(read.findings);
  demand(read.draft.has_value() != has_error(read.findings), "a draft or an error");
  if (!read.draft) return;
  auto const& character = read.draft->character;
  demand(is_document_id(character.id), "its id is one");
  for (auto const& card : {card_v2(character), card_v3(character)}) {
    auto const again = read_card({.file = "again.json", .written = {}, .value = card}, {});
    demand(again.draft && again.draft->character.name == character.name, "it comes back");
  }
  demand(!told_profile(character.base_profile).contains("character_card"), "its prompts are told to nobody");
  static_cast<void>(with_names(compact(character.base_profile), {spoken_name(character), "{{char}}"}));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const bytes(reinterpret_cast<char const*>(data), size);
  judge(read_png_card("x.png", bytes, {}));
  judge(read_charx_card("x.charx", bytes, {}));
  auto const import = read_import("x.json", bytes, {});
  check_findings(import.findings);
  if (import.card) judge({import.card, {}});
  // After a fixed prefix, inputs get past the first members far more often.
  auto const card = R"({"spec": "chara_card_v3", "data": {"name": "Lena", )" + std::string(bytes) + "}}";
  if (auto const text = read_content("x.json", card, Format::json)) judge(read_card(*text, {}));
  auto const chat =
      read_chat("x.jsonl", "{\"user_name\":\"a\",\"character_name\":\"b\"}\n" + std::string(bytes));
  check_findings(chat.findings);
  demand(chat.chat.has_value() != has_error(chat.findings), "a chat or an error");
  return 0;
}
