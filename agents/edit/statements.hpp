// Splits errors into single statements: a shape validator puts all it finds into one message, so that
// repairing one of two faults yields a different message. The regression guard counts statements.
#pragma once

#include <set>
#include <span>
#include <string>

namespace artifactd::editor {

/// Each error, but a message that lists issues as JSON is replaced by its issues.
[[nodiscard]] std::set<std::string> statements_of(std::span<std::string const> errors);

} // namespace artifactd::editor
