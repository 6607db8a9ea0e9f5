// What else people and models call the operations of a state delta and their members.
#pragma once

#include "merge/game/delta_operations.hpp"
#include "merge/game/text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

/// The operation that is meant by the word; empty where none is.
[[nodiscard]] std::string operation_meant(std::string const& word);

/// Whether it subtracts: an increment by the negative of its value, which may be no number.
[[nodiscard]] bool takes_away(std::string_view word);

/// The member of the operation under which its name stands instead of `op`; empty if there is none, or
/// several.
[[nodiscard]] std::string member_naming_operation(JsonNode const& operation);

/// Members under which the wanted one may stand, the likeliest first: those that are spelt like it, then
/// those of another name, then those that are a slip of a letter away.
[[nodiscard]] std::vector<std::string> members_meaning(JsonNode const& operation, std::string_view wanted);

} // namespace artifactd::editor
