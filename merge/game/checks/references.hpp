// Which fields a precondition reads, as the pipeline's validators see it, and beyond that.
#pragma once

#include "merge/game/text.hpp"

#include <string>
#include <vector>

namespace artifactd::game {

struct Reference {
  std::string field;
  JsonNode const* at; ///< the string that names it
};

/// Every string that is the operand of a "var", at any depth; not those with a default ({"var": ["x", 0]}).
[[nodiscard]] std::vector<Reference> field_references(JsonNode const& logic);

/// Without those in the values that allPlayers and anyPlayer compare with.
[[nodiscard]] std::vector<Reference> references_outside_player_tests(JsonNode const& logic);

/// The same for those with a default, whose first element is the name.
[[nodiscard]] std::vector<Reference> defaulted_references(JsonNode const& logic);

/// The field that allPlayers and anyPlayer test in every player: its bare name.
[[nodiscard]] std::vector<Reference> player_references(JsonNode const& logic);

/// All of these: everything it reads.
[[nodiscard]] std::vector<Reference> all_references(JsonNode const& logic);

/// Members where an operation is evaluated that are not operations and hold plain data;
/// unsupported_operations() reports the others.
[[nodiscard]] std::vector<Reference> unknown_operations(JsonNode const& logic);

/// allPlayers or anyPlayer over [field, operator, value].
struct PlayerTest {
  bool every = true; ///< allPlayers
  std::string field;
  std::string compared; ///< the operator
  JsonNode const* value;
};
/// Only if `logic` itself is one.
[[nodiscard]] std::optional<PlayerTest> player_test(JsonNode const& logic);

} // namespace artifactd::game
