// Generates a scenario from an idea. One question; its reply holds the outline, the new characters, the first
// state and the first observations. The reply is valid only if its documents could be imported as they are:
// it is checked against both schemas of the ruleset and all import checks. Nothing is read or written here; a
// person reviews the result before importing it.
#pragma once

#include "agents/turn/content/card.hpp"
#include "agents/turn/prompts/model_step.hpp"

namespace artifactd::turn {

/// What a scenario is generated from, besides the idea. Outlives the contract.
struct GenerationGround {
  Ruleset ruleset;
  WorldLore world_lore;        ///< its id is empty if there is no world
  std::vector<Character> cast; ///< characters of the story; they keep their stat blocks
  TakenId taken;               ///< for scenarios and characters; may be empty
};

inline constexpr std::size_t most_generated_observations = 64;

struct Generated {
  Scenario scenario;                 ///< its id is made from the title and is free
  std::vector<Character> characters; ///< only the new ones
};

struct Generation {
  Generated generated;
  std::vector<EventRecord> events; ///< of the model calls
};

[[nodiscard]] model::Contract generation_contract(GenerationGround const& ground);
/// `reply` must keep the contract.
[[nodiscard]] Generated generated_documents(GenerationGround const& ground, Json const& reply);
[[nodiscard]] Prompt generation_prompt(GenerationGround const& ground, std::string const& idea);

[[nodiscard]] std::expected<Generation, TurnFailure> generate(GenerationGround const& ground,
                                                              std::string const& idea,
                                                              std::string const& model_key,
                                                              Stage const& stage);

} // namespace artifactd::turn
