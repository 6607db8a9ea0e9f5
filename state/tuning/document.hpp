// What is written of the shape: the state a run begins with, and the JSON Schema others validate by (shipped
// as schemas/tuning-state.schema.json).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd::tuning {

/// Two spaces deep, with a line end (seed: tuning-state, "Initial State Template").
[[nodiscard]] std::string initial_state();

/// Draft 7. It refuses what S02 to S08 refuse, but for the days a time may name and line_end before
/// line_start.
[[nodiscard]] nlohmann::ordered_json json_schema();

} // namespace artifactd::tuning
