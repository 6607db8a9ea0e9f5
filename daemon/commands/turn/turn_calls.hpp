// The model calls of a turn, for people: which model was asked what, by which prompt, at what cost, and what
// was wrong with replies that were repaired or requested again.
#pragma once

#include "daemon/commands/labelled_rows.hpp"
#include "daemon/commands/turn/turn_why.hpp"

namespace artifactd {

void add_calls(LabelledRows& rows, Json const& document, CharacterNames const& names,
               model::PriceList const& prices);

/// 0 if the member is not a number.
[[nodiscard]] std::size_t count_in(Json const& payload, char const* name);

} // namespace artifactd
