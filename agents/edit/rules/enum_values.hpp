// What a field of the schema may hold, where that is a list of texts.
#pragma once

#include "merge/game/schema_fields.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

/// In the schema's order; none where it lists none. Any of its three forms.
[[nodiscard]] std::vector<std::string> enum_values(game::Field const& field);

} // namespace artifactd::editor
