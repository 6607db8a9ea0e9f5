// Steps of a story as a person reads them: wrapped to the terminal, printable text only.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/commands/turn/turn_names.hpp"
#include "daemon/queries/story_cost.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

/// A member; null if it is missing or `json` is not an object.
[[nodiscard]] Json part_of(Json const& json, char const* name);

/// 0 if the member is not a number.
[[nodiscard]] std::size_t count_in(Json const& json, char const* name);

/// Prose of any length, line breaks kept, wrapped at `width` columns, with a line feed at the end.
[[nodiscard]] std::string prose(std::string_view text, std::size_t width);

/// A result of a step (agents/turn/turn_result): what happened, the dice, who did what, the narration.
[[nodiscard]] std::string step_text(Json const& result, std::size_t width, Colour colour);

/// "1d20+3 = 17  [14]  clean success (Lena (lena), warmth)"
[[nodiscard]] std::string roll_text(Json const& roll, CharacterNames const& names);

/// A value of a state on one line: texts without quotes, lists with commas.
[[nodiscard]] std::string value_text(Json const& value);

/// "$0.0315", or "no price".
[[nodiscard]] std::string money_text(Bill const& bill);

/// The progress of a step, in a line; empty if it is no news.
[[nodiscard]] std::string progress_text(std::string const& what, std::string const& text);

/// "  minutes_left  6", the most important members first.
[[nodiscard]] std::string state_text(Json const& state, CharacterNames const& names);

} // namespace artifactd
