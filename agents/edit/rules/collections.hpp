// Lists written as maps, and maps written as lists: each element is identified by one of its members.
#pragma once

#include "merge/game/text.hpp"
#include "merge/game/values/value.hpp"

#include <optional>
#include <string_view>

namespace artifactd::editor {

/// {"a": {…}, "b": {…}} as [{"id": "a", …}, {"id": "b", …}], or a single element as a list with that element.
/// std::nullopt if an element's own member contradicts its key.
[[nodiscard]] std::optional<game::Value> as_list(JsonNode const& map, std::string_view known_by);

/// [{"id": "a", …}, {"id": "b", …}] as {"a": {…}, "b": {…}}; std::nullopt if an element does not identify
/// itself, or two have the same name.
[[nodiscard]] std::optional<game::Value> as_map(JsonNode const& list, std::string_view known_by);

} // namespace artifactd::editor
