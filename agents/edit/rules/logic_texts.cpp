#include "agents/edit/draft.hpp"
#include "agents/edit/rules/fields.hpp"
#include "agents/edit/rules/infix.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/logic/logic_whitelist.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using game::Value;

/// The name a variable reads; empty for anything else.
std::string name_read(Value const& logic) {
  auto const is_variable = logic.is_object() && logic.size() == 1 && logic.contains("var");
  return is_variable && logic["var"].is_string() ? logic["var"].get<std::string>() : std::string();
}

bool is_true_or_false(Evidence const& evidence, std::string const& name) {
  auto const* field = evidence.fields.find(name);
  return name == "allPlayersCompletedActions" || (field != nullptr && field->type == "boolean");
}

/// Whether all fields it reads are known, and only booleans are compared with true, which is how a bare name
/// is read. A player's field alone does not say which player is meant.
bool is_about_known_fields(Evidence const& evidence, Value const& logic) {
  if (!logic.is_structured()) return true;
  if (logic.is_object() && logic.contains("var")) {
    auto const name = name_read(logic);
    return !name.starts_with("players.") && !name.starts_with("players[") && is_readable(evidence, name);
  }
  auto const is_flag = logic.is_array() && logic.size() == 2 && logic[1].is_boolean();
  if (is_flag && !is_true_or_false(evidence, name_read(logic[0]))) return false;
  return std::ranges::all_of(logic, [&](Value const& each) { return is_about_known_fields(evidence, each); });
}

std::optional<Value> meant_by(Evidence const& evidence, JsonNode const& text) {
  if (!game::is(&text, json::Type::string)) return std::nullopt;
  auto logic = logic_of_text(text.string());
  auto const is_sound = logic && game::unsupported_operations(*logic).empty();
  return is_sound && is_about_known_fields(evidence, *logic) ? logic : std::nullopt;
}

/// Repairs comparisons in the place of a name.
void read_comparisons(Evidence const& evidence, JsonNode const& node, std::string const& pointer,
                      game::FragmentAddress const& address, Draft& draft, std::vector<std::string>& texts) {
  auto const is_object = game::is(&node, json::Type::object);
  auto const* name = is_object && node.children().size() == 1 ? node.find("var") : nullptr;
  if (auto const logic = name == nullptr ? std::nullopt : meant_by(evidence, *name);
      logic && name->string().find_first_of("=<>!&|") != std::string::npos) {
    draft.set(address, pointer, *logic);
    return texts.push_back(name->string());
  }
  for (std::size_t index = 0; auto const& child : node.children()) {
    auto const step = is_object ? json::pointer_step(child.key()) : fmt::format("/{}", index++);
    read_comparisons(evidence, child, pointer + step, address, draft, texts);
  }
}

} // namespace

void find_logic_texts(Evidence const& evidence, Causes& causes) {
  for (auto const& place : places(evidence.game)) {
    if (place.precondition->logic == nullptr) continue;
    auto const& logic = *place.precondition->logic;
    auto const address = transition_address(*place.transition);
    auto const pointer = place.pointer + "/logic";
    Draft draft(evidence.game);
    std::vector<std::string> texts;
    if (auto const meant = meant_by(evidence, logic))
      draft.set(address, pointer, *meant);
    else
      read_comparisons(evidence, logic, pointer, address, draft, texts);
    if (draft.empty()) continue;
    auto const where = fmt::format("Transition '{}', precondition '{}': invalid JsonLogic",
                                   place.transition->id, place.precondition->id);
    std::vector<std::string> errors;
    for (auto const& error : evidence.errors)
      if (error.starts_with(where) ||
          std::ranges::any_of(texts, [&](std::string const& each) { return error.contains(each); }))
        errors.push_back(error);
    causes.push_back({"P8", fmt::format("The logic of {} is written as text.", place.precondition->id),
                      Confidence::high, std::move(errors), draft.changes("Write the text as JsonLogic")});
  }
}

} // namespace artifactd::editor
