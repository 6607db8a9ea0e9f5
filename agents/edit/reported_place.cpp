#include "agents/edit/reported_place.hpp"

#include "agents/edit/edit_request.hpp"

#include <algorithm>
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

} // namespace

ReportedPlace::ReportedPlace(std::string const& error, game::Game const& before, game::Game const& after)
    : before_(before), after_(after) {
  if (error.starts_with(wanted(""))) return;
  for (auto& word : quoted_words(error))
    if (is_a_name(before, word) || is_a_name(after, word)) names_.insert(std::move(word));
}

bool ReportedPlace::has(Change const& change) const {
  if (names_.empty()) return true;
  if (!change.address || change.address->form == Form::whole)
    return change.artifact != game::Artifact::schema;
  auto const& address = *change.address;
  if (address.form == Form::field) return false;
  if (is_named(address.name) || is_named(address.inner)) return true;
  return has(address, before_) || has(address, after_);
}

bool ReportedPlace::has(game::FragmentAddress const& address, game::Game const& game) const {
  if (is_of_transition(address.form)) {
    auto const* transition = game.transition(address.name);
    if (transition == nullptr) return false;
    auto const is_within = [&](game::Precondition const& each) {
      return address.form == Form::transition && is_named(each.id);
    };
    return is_named(transition->from) || is_named(transition->to) ||
           std::ranges::any_of(transition->preconditions, is_within);
  }
  auto const& phases = game.phases();
  if (address.form == Form::phase_list || address.form == Form::metadata_list)
    return std::ranges::any_of(phases, [&](std::string const& each) { return is_named(each); });
  auto const* phase = address.form == Form::player_phase ? game.player_phase(address.name) : nullptr;
  return phase != nullptr && std::ranges::any_of(phase->actions, [&](game::Instruction const& each) {
           return is_named(each.id);
         });
}

} // namespace artifactd::editor
