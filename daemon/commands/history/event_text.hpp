// Journal events as a person or a program reads them.
#pragma once

#include "daemon/commands/history/repeated_events.hpp"
#include "state/journal/journal.hpp"
#include "state/vocabulary/kind.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// The detail of an event; an empty object if it is invalid.
[[nodiscard]] nlohmann::ordered_json detail_of(Event const& event);

[[nodiscard]] nlohmann::ordered_json to_json(Event const& event);

/// "time  outcome  session signal  the most important of the detail". `kinds` know the meaning of their
/// codes.
[[nodiscard]] std::string one_line(Kinds const& kinds, RepeatedEvent const& row);

/// The event with all its steps and findings, one per line.
[[nodiscard]] std::vector<std::string> story(Kinds const& kinds, RepeatedEvent const& row);

} // namespace artifactd
