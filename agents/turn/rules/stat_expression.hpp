// Dice expressions with a character's numbers: `@stat` is the stat a check is about, `@name` the stat of that
// name (letters, digits, underscores). The engine inserts the numbers before the dice are rolled.
#pragma once

#include "state/json/json_text.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

/// The name after each `@` of an expression, repeated ones included; empty if no name follows.
[[nodiscard]] std::vector<std::string> stats_in(std::string_view expression);

/// The expression with the whole numbers of `stats` (an object) inserted, negative ones in parentheses; or,
/// in one phrase, why that is impossible. `stat` is the meaning of `@stat`; empty: it has none.
[[nodiscard]] std::expected<std::string, std::string> with_stats(std::string_view expression,
                                                                 Json const& stats, std::string_view stat);

/// The expression with 1 for every stat, to check it before the stats are known.
[[nodiscard]] std::expected<std::string, std::string> with_ones(std::string_view expression);

} // namespace artifactd::turn
