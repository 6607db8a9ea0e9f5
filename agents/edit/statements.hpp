// What errors say, told apart: a validator of shapes puts all it finds into one message, so that mending one
// of two faults makes another message of it. What the regression guard counts are the statements.
#pragma once

#include <set>
#include <span>
#include <string>

namespace artifactd::editor {

/// Each error, and in place of a message that lists issues as JSON each of those.
[[nodiscard]] std::set<std::string> statements_of(std::span<std::string const> errors);

} // namespace artifactd::editor
