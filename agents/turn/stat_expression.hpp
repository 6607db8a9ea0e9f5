// Dice expressions with a character's numbers in them: `@stat` is the stat a check is about, `@name` the stat
// of that name (letters, digits, underscores). The engine puts the numbers in before the dice are rolled.
#pragma once

#include "state/json_text.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

/// The names behind the `@` of an expression, as often as they occur; an empty one where none follows.
[[nodiscard]] std::vector<std::string> stats_in(std::string_view expression);

/// The expression with the whole numbers of `stats` (an object), negative ones in parentheses; or why not, in
/// one phrase. `stat` is what `@stat` means; empty: nothing.
[[nodiscard]] std::expected<std::string, std::string> with_stats(std::string_view expression,
                                                                 Json const& stats, std::string_view stat);

/// The expression with a 1 for every number it wants: what can be judged before anybody's stats are known.
[[nodiscard]] std::expected<std::string, std::string> with_ones(std::string_view expression);

} // namespace artifactd::turn
