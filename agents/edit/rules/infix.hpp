// Logic written as text: JSON in a string, or comparisons with infix operators.
#pragma once

#include "merge/game/values/value.hpp"

#include <optional>
#include <string_view>

namespace artifactd::editor {

/// The JsonLogic that the text means; std::nullopt if it has no reading or more than one. Comparisons may be
/// joined by && or by ||, not by both; a bare name is compared with true. Does not check that names are
/// fields.
[[nodiscard]] std::optional<game::Value> logic_of_text(std::string_view text);

/// [name, comparison, value] of "score < 3".
[[nodiscard]] std::optional<game::Value> query_of_text(std::string_view text);

} // namespace artifactd::editor
