// Lists that are given as maps, and maps that are given as lists: the member by which each is known says
// which is which.
#pragma once

#include "merge/game/text.hpp"
#include "merge/game/value.hpp"

#include <optional>
#include <string_view>

namespace artifactd::editor {

/// {"a": {…}, "b": {…}} as [{"id": "a", …}, {"id": "b", …}], or one element alone as a list of it. Nothing if
/// an element says otherwise itself.
[[nodiscard]] std::optional<game::Value> as_list(JsonNode const& map, std::string_view known_by);

/// [{"id": "a", …}, {"id": "b", …}] as {"a": {…}, "b": {…}}; nothing if one does not say which it is, or two
/// say the same.
[[nodiscard]] std::optional<game::Value> as_map(JsonNode const& list, std::string_view known_by);

} // namespace artifactd::editor
