// How a turn came about, for people: the check and its dice, what changed the state, who was told which
// memories and lore, and what the models were asked and took.
#pragma once

#include "agents/model/price.hpp"
#include "daemon/commands/turn_names.hpp"
#include "state/json_text.hpp"

namespace artifactd {

/// `document`: agents/turn/why_view. Nothing of it reaches a terminal but printable text, wrapped at `width`
/// columns.
[[nodiscard]] std::string why_text(Json const& document, model::PriceList const& prices, std::size_t width);

/// A member; null where it is missing, or where `json` is no object.
[[nodiscard]] Json part_of(Json const& json, char const* name);

} // namespace artifactd
