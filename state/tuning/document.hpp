// Documents derived from the shape: the initial state of a run, and the JSON Schema for other validators
// (shipped as schemas/tuning-state.schema.json).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd::tuning {

/// Indented by two spaces, with a final line end (seed: tuning-state, "Initial State Template").
[[nodiscard]] std::string initial_state();

/// Draft 7. It rejects what S02 to S08 reject, except for days that do not exist and line_end before
/// line_start.
[[nodiscard]] nlohmann::ordered_json json_schema();

} // namespace artifactd::tuning
