// What an rng's probabilities say, however they are written.
#pragma once

#include "merge/game/text.hpp"

#include <optional>
#include <vector>

namespace artifactd::editor {

/// Numbers from 0 to 1, as text or in percent, too; of a map by choice, in the order of the choices. None
/// where nothing is there; nothing where something else stands in it.
[[nodiscard]] std::optional<std::vector<double>> chances_in(JsonNode const* probabilities,
                                                            JsonNode const* choices = nullptr);

} // namespace artifactd::editor
