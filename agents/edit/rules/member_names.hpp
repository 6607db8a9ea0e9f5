// The members of transitions and instructions under the names that people and models give them.
#pragma once

#include "merge/game/text.hpp"

#include <string>
#include <string_view>

namespace artifactd::editor {

/// The only member of the object that can be meant by `wanted`, which is missing: it differs in case and
/// separators, is a slip of a letter away, or has a usual other name. Empty if there is none, or several.
[[nodiscard]] std::string misnamed_member(JsonNode const& object, std::string_view wanted);

} // namespace artifactd::editor
