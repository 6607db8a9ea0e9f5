// The permitted values of a schema field, if it is a list of texts.
#pragma once

#include "merge/game/checks/schema_fields.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

/// In the schema's order; empty if it lists none. Reads all three forms of the schema.
[[nodiscard]] std::vector<std::string> enum_values(game::Field const& field);

} // namespace artifactd::editor
