#include "agents/edit/draft.hpp"
#include "agents/edit/rules/member_names.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

std::string id_of(JsonNode const& check) {
  return game::string_at(check, "id").value_or("");
}

/// An id that no other check of the action has.
std::string free_id(JsonNode const& checks, std::string const& action) {
  auto id = action + "_check";
  auto is_taken = [&](JsonNode const& each) { return id_of(each) == id; };
  while (std::ranges::any_of(checks.children(), is_taken))
    id += "_2";
  return id;
}

/// Any id will do; a message only if it exists under another name.
void complete(game::FragmentAddress const& action, JsonNode const& checks, std::size_t index, Draft& draft) {
  auto const& check = checks.children()[index];
  auto const pointer = fmt::format("/validation/checks/{}", index);
  auto const without_id =
      std::ranges::count_if(checks.children(), [](JsonNode const& each) { return id_of(each).empty(); });
  if (id_of(check).empty() && without_id == 1)
    draft.set(action, pointer + "/id", free_id(checks, action.inner));
  if (check.find("errorMessage") != nullptr) return;
  auto const name = misnamed_member(check, "errorMessage");
  auto const message = game::string_at(check, name).value_or("");
  if (message.empty()) return;
  draft.set(action, pointer + "/errorMessage", message);
  draft.remove(action, pointer + json::pointer_step(name));
}

} // namespace

void find_incomplete_checks(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern = "^Action '(.*)' (?:has validation check without id|validation check '.*' has no "
                            "errorMessage)$";
  for (auto const& match : matching(evidence.errors, pattern)) {
    Draft draft(evidence.game);
    for (auto const& owner : owners(evidence.game, "Action", match.parts[0])) {
      auto const* validation = owner.instruction->part.node->find("validation");
      auto const* checks = validation == nullptr ? nullptr : validation->find("checks");
      if (checks == nullptr || !game::is(checks, json::Type::array)) continue;
      for (std::size_t i = 0; i < checks->children().size(); ++i)
        complete(owner.address, *checks, i, draft);
    }
    causes.push_back({"I19",
                      fmt::format("An input check of {} is incomplete.", match.parts[0]),
                      Confidence::high,
                      {match.error},
                      draft.changes(fmt::format("Complete the input checks of {}", match.parts[0]))});
  }
}

} // namespace artifactd::editor
