// The model calls of a turn, for people: which model was asked what, by which prompt, at what cost, and what
// was wrong with replies that were repaired or requested again.
#pragma once

#include "agents/model/price.hpp"
#include "daemon/commands/labelled_rows.hpp"
#include "daemon/commands/turn/turn_names.hpp"

namespace artifactd {

void add_calls(LabelledRows& rows, Json const& document, CharacterNames const& names,
               model::PriceList const& prices);

} // namespace artifactd
