// The shape the pipeline requires of transitions and instructions: the required members and their types.
// Problems are reported in the format of its validators, since tools read that.
#pragma once

#include "merge/game/game.hpp"

#include <string>
#include <vector>

namespace artifactd::game {

struct ShapeIssue {
  std::vector<std::string> path; ///< keys and indexes from the root of the artifact
  std::string code;              ///< invalid_type, invalid_union, invalid_enum_value, too_big, custom
  std::string expected;          ///< empty if not given
  std::string received;
  std::string message;
  Part at; ///< the innermost value that exists
};

[[nodiscard]] std::vector<ShapeIssue> transition_issues(Part const& transitions);
[[nodiscard]] std::vector<ShapeIssue> instruction_issues(Game const& game);

/// {"transitions": {"0": {"id": {"_errors": ["Required"]}}}}, every level with its own list.
[[nodiscard]] std::string as_tree(std::vector<ShapeIssue> const& issues);
/// [{"code", "expected", "received", "path", "message"}]
[[nodiscard]] std::string as_list(std::vector<ShapeIssue> const& issues);

} // namespace artifactd::game
