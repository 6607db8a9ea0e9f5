// Other names that people and models use for the members of transitions and instructions.
#pragma once

#include "merge/game/text.hpp"

#include <string>
#include <string_view>

namespace artifactd::editor {

/// The only member of the object that is probably a misspelled `wanted`: it differs only in case and
/// separators, by one letter, or is a common synonym. Empty if there is none, or several.
[[nodiscard]] std::string misnamed_member(JsonNode const& object, std::string_view wanted);

} // namespace artifactd::editor
