// How logic uses what it reads: which fields, compared with what.
#pragma once

#include "merge/game/value.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::play {

using game::Value;

/// Names are schema paths ("game.round", "players.score", whoever's it is), what a router computes
/// ("playersCount"), and in checks of actions "input.<name>".
struct LogicUse {
  /// Each name that is compared with constants, and these; what is asked for its truth is compared with 0, ""
  /// and false.
  std::map<std::string, std::vector<Value>, std::less<>> constants;
  /// Names that something else is done with: computed with, compared with each other, looked into.
  std::set<std::string, std::less<>> free;
  /// What "input.<name>" is compared with that is no constant: logic over the state.
  std::map<std::string, std::vector<Value>, std::less<>> relatives;

  void merge(LogicUse const& other);
  [[nodiscard]] bool reads(std::string_view name) const {
    return constants.contains(name) || free.contains(name);
  }
};

[[nodiscard]] LogicUse use_of_logic(Value const& logic);

/// The names of the variables an expression reads, as written, at any depth, those that the bodies of map,
/// filter and their kin read of each element left out; "" where one is computed, or means all there is.
[[nodiscard]] std::vector<std::string> variables_of(Value const& logic);

/// The fields that allPlayers and anyPlayer look at in every player; "" where one is computed.
[[nodiscard]] std::vector<std::string> player_tests_of(Value const& logic);

/// "players.score" of "players.bob.score", "players.player2.score" and "player.score"; "game.berths" of
/// "game.berths.front": nested, a part of it. Other names as they are.
struct NamedField {
  std::string name;
  bool nested = false;
};
[[nodiscard]] NamedField named_field(std::string_view variable);

/// The same of the path of an operation, whose templates may contain dots; nothing where no single field is
/// meant.
[[nodiscard]] std::optional<NamedField> written_field(std::string_view path);

} // namespace artifactd::play
