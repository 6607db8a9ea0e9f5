// Other names that people and models use for the operations of a state delta and their members.
#pragma once

#include "merge/game/delta/delta_operations.hpp"
#include "merge/game/text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

/// The operation that the word means; empty if there is none.
[[nodiscard]] std::string operation_meant(std::string const& word);

/// Whether the word means subtraction: an increment by the negated value, which may not be a number.
[[nodiscard]] bool takes_away(std::string_view word);

/// The member that holds the operation's name instead of `op`; empty unless there is exactly one.
[[nodiscard]] std::string member_naming_operation(JsonNode const& operation);

/// Members that may stand for the wanted one, the likeliest first: those spelt like it, then synonyms, then
/// those that differ by one letter.
[[nodiscard]] std::vector<std::string> members_meaning(JsonNode const& operation, std::string_view wanted);

} // namespace artifactd::editor
