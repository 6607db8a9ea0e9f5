#include "agents/edit/rules/words.hpp"

#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <re2/re2.h>

namespace artifactd::editor {

namespace {

using Form = game::FragmentAddress::Form;

/// Without case and separators.
std::string plain(std::string_view word) {
  std::string result;
  for (char c : word)
    if (c != '_' && c != '-' && c != ' ')
      result += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return result;
}

/// Cached: compiling an expression costs more than running a rule. There are only as many as the rules have.
re2::RE2 const& compiled(std::string_view pattern) {
  thread_local std::map<std::string, re2::RE2, std::less<>> known;
  auto found = known.find(pattern);
  if (found == known.end())
    found = known.try_emplace(std::string(pattern), re2::StringPiece(pattern.data(), pattern.size())).first;
  return found->second;
}

} // namespace

std::vector<Match> matching(std::span<std::string const> errors, std::string_view pattern) {
  auto const& expression = compiled(pattern);
  auto const count = static_cast<std::size_t>(std::max(expression.NumberOfCapturingGroups(), 0));
  std::vector<Match> matches;
  for (auto const& error : errors) {
    std::vector<std::string> parts(count);
    std::vector<re2::RE2::Arg> slots(count);
    std::vector<re2::RE2::Arg const*> arguments;
    for (std::size_t i = 0; i < count; ++i) {
      slots[i] = re2::RE2::Arg(&parts[i]);
      arguments.push_back(&slots[i]);
    }
    if (re2::RE2::PartialMatchN(error, expression, arguments.data(), static_cast<int>(count)))
      matches.push_back({error, std::move(parts)});
  }
  return matches;
}

std::vector<std::string> errors_matching(std::span<std::string const> errors, std::string_view pattern) {
  std::vector<std::string> found;
  for (auto& match : matching(errors, pattern))
    found.push_back(std::move(match.error));
  return found;
}

std::vector<Owner> owners(game::Game const& game, std::string_view kind, std::string_view id) {
  std::vector<Owner> found;
  if (kind == "Transition") {
    for (auto const& each : game.transition_instructions())
      if (each.instruction.id == id) found.push_back({instruction_address(each.key), &each.instruction});
    return found;
  }
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      if (action.id == id) found.push_back({{Form::player_action, phase.key, action.id}, &action});
  return found;
}

game::FragmentAddress transition_address(game::Transition const& transition) {
  return {Form::transition, transition.id};
}

game::FragmentAddress instruction_address(std::string const& transition_id) {
  return {Form::transition_instruction, transition_id};
}

std::vector<Place> places(game::Game const& game) {
  std::vector<Place> found;
  for (auto const& transition : game.transitions())
    for (std::size_t i = 0; i < transition.preconditions.size(); ++i)
      found.push_back({&transition, &transition.preconditions[i], fmt::format("/preconditions/{}", i)});
  return found;
}

bool is_spelt_alike(std::string_view one, std::string_view other) {
  return plain(one) == plain(other);
}

std::string probably_meant(std::string_view word, std::vector<std::string> const& known) {
  std::vector<std::string> same;
  for (auto const& each : known)
    if (each != word && is_spelt_alike(each, word)) same.push_back(each);
  if (same.size() == 1) return same.front();
  return nearest(word, known);
}

bool may_name(JsonNode const& logic, std::string_view field) {
  auto const text = logic.text();
  return text.find(field) != text.npos || text.find('\\') != text.npos;
}

} // namespace artifactd::editor
