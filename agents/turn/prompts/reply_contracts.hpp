// The contract of each step's reply (the seed's "expected output"): a schema that endpoints are asked to
// enforce, and checks of what a schema cannot express: who exists, what the step was given, and the resulting
// state, tried in a dry run. A reply that passes is read without further checks. Unexpected members are
// dropped and reported.
#pragma once

#include "agents/model/contract.hpp"
#include "agents/turn/rules/consequences.hpp"
#include "agents/turn/turn_record.hpp"

namespace artifactd::turn {

/// What the replies of one turn are judged against; outlives the contracts.
struct Bench {
  StateRules const& rules;
  std::vector<Character> const& characters; ///< as they were when the story began
  std::vector<Observation> const& told;     ///< those in the step's prompt: a reply may reinforce them
};

struct RulesetReply {
  std::vector<Check> checks; ///< empty: the reply is final
  std::string resolved_outcome;
  std::vector<NewObservation> observations;
  Json state_ops = Json::array();
  Json time_request = nullptr;
};

struct ReflectionReply {
  std::string action_text;
  Json intent_tags = nullptr;
};

struct NarratorReply {
  std::string narration_text;
  std::vector<NewObservation> observations;
  Json state_ops = Json::array();
};

/// The first call of the ruleset step; `base`: the state before the turn, whose people may roll.
[[nodiscard]] model::Contract checks_contract(Bench const& bench, StoryState base);
/// The second call, after the dice; `base`: after time and bands.
[[nodiscard]] model::Contract outcome_contract(Bench const& bench, StoryState base);
[[nodiscard]] model::Contract reflection_contract();
/// `base`: after the ruleset step.
[[nodiscard]] model::Contract narrator_contract(Bench const& bench, StoryState base);

[[nodiscard]] RulesetReply ruleset_reply(Bench const& bench, Json const& value);
[[nodiscard]] ReflectionReply reflection_reply(Json const& value);
[[nodiscard]] NarratorReply narrator_reply(Bench const& bench, Json const& value);

/// The reply's members that are not in its contract, at any level, by their paths.
[[nodiscard]] std::vector<std::string> dropped_members(model::Contract const& contract, Json const& value);

} // namespace artifactd::turn
