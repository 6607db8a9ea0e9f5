// Reads the probabilities of an rng, in whatever form they are written.
#pragma once

#include "merge/game/text.hpp"

#include <optional>
#include <vector>

namespace artifactd::editor {

/// Numbers from 0 to 1, also as text or with a percent sign; from a map by choice, in the order of the
/// choices. Empty if there are no probabilities; std::nullopt if something else is in their place.
[[nodiscard]] std::optional<std::vector<double>> chances_in(JsonNode const* probabilities,
                                                            JsonNode const* choices = nullptr);

} // namespace artifactd::editor
