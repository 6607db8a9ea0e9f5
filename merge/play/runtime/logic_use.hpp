// How logic uses what it reads: which fields, and what they are compared with.
#pragma once

#include "merge/game/values/value.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::play {

using game::Value;

/// Names are schema paths ("game.round", "players.score" for any player), the router's computed fields
/// ("playersCount"), and in checks of actions "input.<name>".
struct LogicUse {
  /// Each name that is compared with constants, and these constants; a name tested for truth counts as
  /// compared with 0, "" and false.
  std::map<std::string, std::vector<Value>, std::less<>> constants;
  /// Names used in any other way: in computations, in comparisons with each other, or by their content.
  std::set<std::string, std::less<>> free;
  /// Non-constant operands that "input.<name>" is compared with: logic over the state.
  std::map<std::string, std::vector<Value>, std::less<>> relatives;

  void merge(LogicUse const& other);
  [[nodiscard]] bool reads(std::string_view name) const {
    return constants.contains(name) || free.contains(name);
  }
};

[[nodiscard]] LogicUse use_of_logic(Value const& logic);

/// The names of the variables an expression reads, as written, at any depth, except those read from each
/// element in the bodies of map, filter and similar; "" if a name is computed, or means the whole data.
[[nodiscard]] std::vector<std::string> variables_of(Value const& logic);

/// The fields that allPlayers and anyPlayer test in every player; "" if one is computed.
[[nodiscard]] std::vector<std::string> player_tests_of(Value const& logic);

/// "players.score" for "players.bob.score", "players.player2.score" and "player.score"; "game.berths" for
/// "game.berths.front": nested, a part of it. Other names unchanged.
struct NamedField {
  std::string name;
  bool nested = false;
};
[[nodiscard]] NamedField named_field(std::string_view variable);

/// The same for the path of an operation, whose templates may contain dots; std::nullopt unless it means a
/// single field.
[[nodiscard]] std::optional<NamedField> written_field(std::string_view path);

} // namespace artifactd::play
