// Helpers with which the rules read errors and find what an error names in a game.
#pragma once

#include "agents/edit/cause.hpp"
#include "merge/game/values/value_of.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

/// An error and its variable parts.
struct Match {
  std::string error;
  std::vector<std::string> parts;
};
/// `pattern` is a rule's own expression in RE2 syntax, found anywhere in the message; every group is a part.
[[nodiscard]] std::vector<Match> matching(std::span<std::string const> errors, std::string_view pattern);
/// The errors alone.
[[nodiscard]] std::vector<std::string> errors_matching(std::span<std::string const> errors,
                                                       std::string_view pattern);

/// An instruction with the id that a message names.
struct Owner {
  game::FragmentAddress address;
  game::Instruction const* instruction;
};
/// `kind` is "Action" or "Transition"; an action of that id may exist in several phases.
[[nodiscard]] std::vector<Owner> owners(game::Game const& game, std::string_view kind, std::string_view id);

[[nodiscard]] game::FragmentAddress transition_address(game::Transition const& transition);
[[nodiscard]] game::FragmentAddress instruction_address(std::string const& transition_id);

/// A precondition's place: the transition's fragment and the pointer inside it.
struct Place {
  game::Transition const* transition;
  game::Precondition const* precondition;
  std::string pointer; ///< "/preconditions/0"
};
[[nodiscard]] std::vector<Place> places(game::Game const& game);

/// A quick test whether a string in it may name the field; true if it has escapes, since they may hide
/// anything.
[[nodiscard]] bool may_name(JsonNode const& logic, std::string_view field);

/// Whether they differ at most in case and separators.
[[nodiscard]] bool is_spelt_alike(std::string_view one, std::string_view other);

/// The element of `known` that was probably meant: the only one that differs in case and separators alone, or
/// else the closest; empty if none is close.
[[nodiscard]] std::string probably_meant(std::string_view word, std::vector<std::string> const& known);

using game::value_of;

/// The name of the only element for which `holds`; empty unless there is exactly one.
template <class Range, class Name, class Holds>
[[nodiscard]] std::string only_name(Range const& range, Name const& name, Holds const& holds) {
  std::string only;
  for (auto const& each : range) {
    if (!holds(each)) continue;
    if (!only.empty()) return {};
    only = std::invoke(name, each);
  }
  return only;
}

} // namespace artifactd::editor
