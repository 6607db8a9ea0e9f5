#include "agents/edit/rules/shape_faults.hpp"

#include "state/json/place.hpp"

#include <algorithm>
#include <charconv>

namespace artifactd::editor {

namespace {

using Form = game::FragmentAddress::Form;
using Path = std::vector<std::string>;

std::string pointer_to(Path const& path, std::size_t first) {
  std::string pointer;
  for (auto step = first; step < path.size(); ++step)
    pointer += json::pointer_step(path[step]);
  return pointer;
}

std::size_t number_in(std::string_view step) {
  auto number = std::string_view::npos;
  std::from_chars(step.data(), step.data() + step.size(), number);
  return number;
}

/// A fragment is found by its id, so a transition without an id, or with one that another has, is not a
/// fragment.
bool is_only(game::Game const& game, game::Transition const& transition) {
  return std::ranges::count(game.transitions(), transition.id, &game::Transition::id) == 1 &&
         game::string_at(*transition.part.node, "id").has_value();
}

ShapeFault fault_of_transitions(game::Game const& game, game::ShapeIssue issue) {
  auto const& path = issue.path;
  auto const index = path.size() > 2 && path[0] == "transitions" ? number_in(path[1]) : std::string::npos;
  if (index < game.transitions().size() && is_only(game, game.transitions()[index])) {
    auto pointer = pointer_to(path, 2);
    return {std::move(issue), {Form::transition, game.transitions()[index].id}, std::move(pointer)};
  }
  auto pointer = pointer_to(path, 0);
  return {std::move(issue), {Form::whole, "transitions"}, std::move(pointer)};
}

/// A fault of a whole map is located by its actual key.
ShapeFault fault_of_instructions(game::ShapeIssue issue) {
  auto const& path = issue.path;
  if (path.size() == 1) {
    auto pointer = json::pointer_step(issue.at.node->key());
    return {std::move(issue), {Form::whole, "instructions"}, std::move(pointer)};
  }
  auto const form = path[0] == "transitions" ? Form::transition_instruction : Form::player_phase;
  game::FragmentAddress address{form, path[1]};
  auto pointer = pointer_to(path, 2);
  return {std::move(issue), std::move(address), std::move(pointer)};
}

} // namespace

std::vector<ShapeFault> faults_of_transitions(game::Game const& game) {
  std::vector<ShapeFault> faults;
  if (!game.transitions_part()) return faults;
  for (auto& issue : game::transition_issues(game.transitions_part()))
    if (!issue.path.empty()) faults.push_back(fault_of_transitions(game, std::move(issue)));
  return faults;
}

std::vector<ShapeFault> faults_of_instructions(game::Game const& game) {
  std::vector<ShapeFault> faults;
  for (auto& issue : game::instruction_issues(game))
    if (!issue.path.empty()) faults.push_back(fault_of_instructions(std::move(issue)));
  return faults;
}

} // namespace artifactd::editor
