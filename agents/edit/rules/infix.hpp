// Logic that is written as text: JSON in a string, or comparisons with their sign between the operands.
#pragma once

#include "merge/game/value.hpp"

#include <optional>
#include <string_view>

namespace artifactd::editor {

/// The JsonLogic that the text means; nothing where it has more than one reading, or none. Comparisons may be
/// joined by && or by ||, not by both; a name alone is compared with true. Whether names are fields is not
/// looked at.
[[nodiscard]] std::optional<game::Value> logic_of_text(std::string_view text);

/// [name, comparison, value] of "score < 3".
[[nodiscard]] std::optional<game::Value> query_of_text(std::string_view text);

} // namespace artifactd::editor
