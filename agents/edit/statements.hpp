// Splits errors into single statements: a shape validator puts all it finds into one message, so that
// repairing one of two faults yields a different message. The regression guard counts statements.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace artifactd::editor {

/// Each error, but a message that lists issues as JSON is replaced by its issues.
[[nodiscard]] std::set<std::string> statements_of(std::span<std::string const> errors);

/// Whether `error` is one or more whole clauses of `found`: a check says why, in addition to the pipeline's
/// own words for the same fault.
[[nodiscard]] bool is_said_in(std::string_view error, std::string_view found);

} // namespace artifactd::editor
