// What the operations of a game write, and when two paths mean the same field. Each of the pipeline's
// validators has its own rules for that; they are separate functions here.
#pragma once

#include "merge/game/game.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// {{…}} becomes [*]; then [*] and [n] become .[*]: players.{{w}}.f, players[*].f and players[0].f are equal,
/// players.player1.f is different.
[[nodiscard]] std::string normalized(std::string_view path);

/// {{…}} becomes [*] without the dot before it, as in the check of an operation's path.
[[nodiscard]] std::string with_wildcards(std::string_view path);

/// Segment by segment, templates and '*' matching anything; both must have the same number of segments.
[[nodiscard]] bool matches(std::string_view path, std::string_view pattern);

/// All paths an operation names: path, fromPath, toPath; players[*].<field> of setForAllPlayers.
[[nodiscard]] std::vector<std::string> paths_of(Operation const& operation);

/// Fields that some operation writes, for finding those that none writes.
class WrittenFields {
public:
  explicit WrittenFields(Game const& game);
  /// By any operation of any instruction.
  [[nodiscard]] bool covers(std::string_view field) const;

private:
  std::set<std::string, std::less<>> written_;
};

/// Names that a router computes or once computed: no operation has to write them.
[[nodiscard]] bool is_router_name(std::string_view field) noexcept;

/// Whether one of them, a set, append or increment, has a path that matches the pattern; its value is
/// ignored.
[[nodiscard]] bool writes(std::vector<Operation> const& operations, std::string_view pattern);

} // namespace artifactd::game
