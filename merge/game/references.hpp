// Which fields a precondition reads, as the pipeline's validators see it and beyond what they see.
#pragma once

#include "merge/game/text.hpp"

#include <string>
#include <vector>

namespace artifactd::game {

struct Reference {
  std::string field;
  JsonNode const* at; ///< the string that names it
};

/// Every string that is a "var"'s operand, at any depth; not those with a default ({"var": ["x", 0]}).
[[nodiscard]] std::vector<Reference> field_references(JsonNode const& logic);

/// Without those in what allPlayers and anyPlayer compare with.
[[nodiscard]] std::vector<Reference> references_outside_player_tests(JsonNode const& logic);

/// The same for those with a default, whose first element is the name.
[[nodiscard]] std::vector<Reference> defaulted_references(JsonNode const& logic);

/// What allPlayers and anyPlayer look at in every player: the bare name of the field.
[[nodiscard]] std::vector<Reference> player_references(JsonNode const& logic);

/// All of these: whatever it reads.
[[nodiscard]] std::vector<Reference> all_references(JsonNode const& logic);

/// Where an operation is evaluated, members that are none, with plain data behind them; of the others
/// unsupported_operations() tells.
[[nodiscard]] std::vector<Reference> unknown_operations(JsonNode const& logic);

/// allPlayers or anyPlayer over [field, operator, value].
struct PlayerTest {
  bool every = true; ///< allPlayers
  std::string field;
  std::string compared; ///< the operator
  JsonNode const* value;
};
/// Only if `logic` is one, at its top.
[[nodiscard]] std::optional<PlayerTest> player_test(JsonNode const& logic);

} // namespace artifactd::game
