// Events of the journal as documents.
#pragma once

#include "state/journal/journal.hpp"

#include <nlohmann/json_fwd.hpp>

namespace artifactd {

/// The detail of an event; an empty object if it is invalid.
[[nodiscard]] nlohmann::ordered_json detail_of(Event const& event);

[[nodiscard]] nlohmann::ordered_json to_json(Event const& event);

} // namespace artifactd
