#include "agents/edit/reported_place.hpp"

#include "agents/edit/edit_request.hpp"
#include "merge/game/checks/phase_places.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace artifactd::editor {

namespace {

using Form = game::FragmentAddress::Form;

/// The text between two equal quotation marks; each mark may begin or end a word.
std::vector<std::string> quoted_words(std::string const& error) {
  std::vector<std::string> words;
  for (char const mark : {'\'', '"', '`'})
    for (auto begin = error.find(mark); begin != error.npos;) {
      auto const end = error.find(mark, begin + 1);
      if (end == error.npos) break;
      words.push_back(error.substr(begin + 1, end - begin - 1));
      begin = end;
    }
  return words;
}

bool has_action(game::PhaseInstruction const& phase, std::string const& id) {
  return std::ranges::any_of(phase.actions, [&](game::Instruction const& each) { return each.id == id; });
}

bool has_precondition(game::Transition const& transition, std::string const& id) {
  return std::ranges::any_of(transition.preconditions,
                             [&](game::Precondition const& each) { return each.id == id; });
}

bool is_a_name(game::Game const& game, std::string const& word) {
  return game.transition(word) != nullptr || game.transition_instruction(word) != nullptr ||
         game.player_phase(word) != nullptr ||
         std::ranges::find(game.phases(), word) != game.phases().end() ||
         std::ranges::any_of(game.player_phases(),
                             [&](auto const& each) { return has_action(each, word); }) ||
         std::ranges::any_of(game.transitions(),
                             [&](auto const& each) { return has_precondition(each, word); });
}

bool is_of_transition(Form form) {
  return form == Form::transition || form == Form::precondition || form == Form::transition_instruction;
}

using Names = std::set<std::string>;

/// Those that the message of the error quotes; a wish has none.
Names names_in(std::string const& error, game::Game const& before, game::Game const& after) {
  Names names;
  if (error.starts_with(wanted(""))) return names;
  for (auto& word : quoted_words(error))
    if (is_a_name(before, word) || is_a_name(after, word)) names.insert(std::move(word));
  return names;
}

/// Whether the address leads to something that contains, or is next to, something named.
bool is_around(game::FragmentAddress const& address, Names const& names, game::Game const& game) {
  if (is_of_transition(address.form)) {
    auto const* transition = game.transition(address.name);
    if (transition == nullptr) return false;
    auto const is_within = [&](game::Precondition const& each) {
      return address.form == Form::transition && names.contains(each.id);
    };
    return names.contains(transition->from) || names.contains(transition->to) ||
           std::ranges::any_of(transition->preconditions, is_within);
  }
  auto const& phases = game.phases();
  if (address.form == Form::phase_list || address.form == Form::metadata_list)
    return std::ranges::any_of(phases, [&](std::string const& each) { return names.contains(each); });
  auto const* phase = address.form == Form::player_phase ? game.player_phase(address.name) : nullptr;
  return phase != nullptr && std::ranges::any_of(phase->actions, [&](game::Instruction const& each) {
           return names.contains(each.id);
         });
}

} // namespace

game::Part named_part(std::string const& error, game::Game const& game) {
  auto const& phases = game.phases();
  for (auto const& word : quoted_words(error)) {
    if (auto const* transition = game.transition(word)) return transition->part;
    if (auto const* instruction = game.transition_instruction(word)) return instruction->instruction.part;
    if (std::ranges::find(phases, word) != phases.end()) return game::PhasePlaces(game).of(word);
    for (auto const& phase : game.player_phases())
      for (auto const& action : phase.actions)
        if (action.id == word) return action.part;
  }
  return {};
}

std::function<bool(Change const&)> place_of(std::string const& error, game::Game const& before,
                                            game::Game const& after) {
  return [&before, &after, names = names_in(error, before, after)](Change const& change) {
    if (names.empty()) return true;
    if (!change.address || change.address->form == Form::whole)
      return change.artifact != game::Artifact::schema;
    auto const& address = *change.address;
    if (address.form == Form::field) return false;
    if (names.contains(address.name) || names.contains(address.inner)) return true;
    return is_around(address, names, before) || is_around(address, names, after);
  };
}

} // namespace artifactd::editor
