// How a turn came about, for people: the check and its dice, what changed the state, who received which
// memories and lore, and what the models were asked and consumed.
#pragma once

#include "agents/model/price.hpp"
#include "daemon/commands/turn/turn_names.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

/// `document`: agents/turn/why_view. The result is printable text only, wrapped at `width` columns.
[[nodiscard]] std::string why_text(Json const& document, model::PriceList const& prices, std::size_t width);

} // namespace artifactd
