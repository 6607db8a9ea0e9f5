#include "agents/edit/change_plan.hpp"

#include "merge/game/values/value_of.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/word_table.hpp"

#include <array>

namespace artifactd::editor {

namespace {

constexpr std::array<std::string_view, 3> confidence_words = {"high", "medium", "low"};
constexpr std::array<std::string_view, 3> operation_words = {"patch", "delete", "reextract"};
constexpr std::array<std::string_view, 4> edit_words = {"set", "remove", "insert", "remove_fragment"};

Json shown(std::string const& text) {
  return game::writable(game::value_of(JsonNode(text)));
}

Json edit_json(FragmentEdit const& edit) {
  Json json{{"what", edit_words[static_cast<std::size_t>(edit.what)]}};
  if (edit.what == FragmentEdit::What::set || edit.what == FragmentEdit::What::remove)
    json["pointer"] = edit.pointer;
  if (!edit.value.empty()) json["value"] = shown(edit.value);
  if (!edit.expected.empty()) json["expected"] = shown(edit.expected);
  return json;
}

Json change_json(Change const& change) {
  Json json{{"artifact", artifact_word(change.artifact)},
            {"operation", operation_words[static_cast<std::size_t>(change.operation)]},
            {"fragmentAddress", change.place()}};
  json["description"] = change.description;
  json["errorsAddressed"] = change.errors_addressed;
  json["cause"] = change.cause;
  auto edits = Json::array();
  for (auto const& edit : change.edits)
    edits.push_back(edit_json(edit));
  if (!edits.empty()) json["edits"] = std::move(edits);
  return json;
}

} // namespace

std::optional<Confidence> parse_confidence(std::string_view word) noexcept {
  return by_word<Confidence>(confidence_words, word);
}

std::optional<ChangeOperation> parse_operation(std::string_view word) noexcept {
  return by_word<ChangeOperation>(operation_words, word);
}

Json to_json(ChangePlan const& plan) {
  auto const patches = !plan.patches.empty();
  auto changes = Json::array();
  for (auto const& change : plan.changes)
    changes.push_back(change_json(change));
  for (auto const& patch : plan.patches)
    changes.push_back(to_json(patch));
  Json json{{"diagnosis", plan.diagnosis},
            {"confidence", confidence_words[static_cast<std::size_t>(plan.confidence)]},
            {patches ? "patches" : "changes", std::move(changes)},
            {"patterns", plan.patterns}};
  if (!plan.unaddressed.empty()) json["unaddressed"] = plan.unaddressed;
  return json;
}

} // namespace artifactd::editor
