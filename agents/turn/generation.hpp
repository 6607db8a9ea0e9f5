// A scenario out of an idea: one question, whose reply is the outline, the new characters, the first state
// and the first observations at once. The reply keeps its contract only if the documents made of it could be
// imported as they are: both schemas of the ruleset judge it, and whatever import asks of documents. Nothing
// is read or written here; a person reads what came out before it is imported.
#pragma once

#include "agents/turn/content/card.hpp"
#include "agents/turn/model_step.hpp"

namespace artifactd::turn {

/// What a scenario is made from, beside the idea. Outlives the contract.
struct GenerationGround {
  Ruleset ruleset;
  WorldLore world_lore;        ///< its id is empty where there is no world
  std::vector<Character> cast; ///< they are in the story and keep their stat blocks
  TakenId taken;               ///< of scenarios and characters; may be empty
};

inline constexpr std::size_t most_generated_observations = 64;

struct Generated {
  Scenario scenario;                 ///< its id is made of the title, and free
  std::vector<Character> characters; ///< the new ones
};

struct Generation {
  Generated generated;
  std::vector<EventRecord> events; ///< the calls it took
};

[[nodiscard]] model::Contract generation_contract(GenerationGround const& ground);
/// Of a reply that keeps the contract.
[[nodiscard]] Generated generated_documents(GenerationGround const& ground, Json const& reply);
[[nodiscard]] Prompt generation_prompt(GenerationGround const& ground, std::string const& idea);

[[nodiscard]] std::expected<Generation, TurnFailure> generate(GenerationGround const& ground,
                                                              std::string const& idea,
                                                              std::string const& model_key,
                                                              Stage const& stage);

} // namespace artifactd::turn
