#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

std::string marker(std::string_view key) {
  return fmt::format("!___ NARRATIVE:{} ___!", key);
}

/// Replaces the marker, and drops a superfluous space.
std::string replaced(std::string text, std::string const& what, std::string const& with) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
    if (!with.empty()) continue;
    auto const spaced_before = at > 0 && text[at - 1] == ' ';
    if (spaced_before && (at == text.size() || text[at] == ' ')) text.erase(--at, 1);
    if (at == 0 && text.starts_with(' ')) text.erase(0, 1);
  }
  return text;
}

/// Replaces the marker in every text of the fragment.
void replace_in(JsonNode const& node, std::string const& pointer, std::string const& what,
                std::string const& with, game::FragmentAddress const& address, Draft& draft) {
  if (node.text().find(what) == std::string_view::npos) return;
  if (game::is(&node, json::Type::string)) draft.set(address, pointer, replaced(node.string(), what, with));
  auto const is_list = game::is(&node, json::Type::array);
  for (std::size_t index = 0; auto const& child : node.children()) {
    auto const step = is_list ? fmt::format("/{}", index++) : json::pointer_step(child.key());
    replace_in(child, pointer + step, what, with, address, draft);
  }
}

} // namespace

void find_unknown_markers(Evidence const& evidence, Causes& causes) {
  std::vector<std::string> known;
  for (auto const& [key, text] : evidence.game.narratives())
    known.push_back(key);
  for (auto const& match : matching(evidence.errors, "Narrative marker '(\\w+)' referenced but not found")) {
    auto const& key = match.parts[0];
    if (std::ranges::find(known, key) != known.end()) continue;
    auto const meant = probably_meant(key, known);
    auto const with = meant.empty() ? std::string() : marker(meant);
    Draft draft(evidence.game);
    for (auto const& each : evidence.game.transition_instructions())
      replace_in(*each.instruction.part.node, "", marker(key), with, instruction_address(each.key), draft);
    for (auto const& phase : evidence.game.player_phases())
      replace_in(*phase.part.node, "", marker(key), with,
                 {game::FragmentAddress::Form::player_phase, phase.key}, draft);
    auto const description = meant.empty() ? fmt::format("Remove the marker {}", key)
                                           : fmt::format("Name the narrative {} instead of {}", meant, key);
    causes.push_back({"P10",
                      fmt::format("There is no narrative {}.", key),
                      Confidence::high,
                      {match.error},
                      draft.changes(description)});
  }
}

} // namespace artifactd::editor
