// Journal events as a person or a program reads them.
#pragma once

#include "daemon/commands/repeated_events.hpp"
#include "state/journal.hpp"
#include "state/kind.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// The detail of an event; an empty object when it is none.
[[nodiscard]] nlohmann::ordered_json detail_of(Event const& event);

[[nodiscard]] nlohmann::ordered_json to_json(Event const& event);

/// "time  outcome  session signal  what matters most of the detail". `kinds` know what their codes mean.
[[nodiscard]] std::string one_line(Kinds const& kinds, RepeatedEvent const& row);

/// The event with every step and finding in it, one to a line.
[[nodiscard]] std::vector<std::string> story(Kinds const& kinds, RepeatedEvent const& row);

} // namespace artifactd
