#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"

#include <algorithm>
#include <array>

namespace artifactd::editor {

namespace {

struct Wreck {
  game::Artifact artifact;
  char const* errors; ///< errors saying that it is missing or unreadable
};

constexpr auto wrecks = std::to_array<Wreck>({
    {game::Artifact::schema, "^Failed to parse stateSchema as JSON"},
    {game::Artifact::transitions,
     "^Failed to parse stateTransitions|^JSON parsing failed|^Execution output is missing$|"
     "^Transitions artifact missing|^Missing or invalid .* array$|^Error validating phase connectivity|"
     R"rx(^Schema validation failed: \{"_errors":\[\],"(?:phases|transitions)":\{"_errors":\[[^\]])rx"},
    {game::Artifact::instructions,
     "^No instructions in artifact$|^Artifact has empty playerPhases and transitions$"},
});

constexpr auto* no_instruction = "^(Transition|Phase) '(.*)' (?:waits for players but )?has no instruction";

/// An artifact that is wrong throughout is to be written again (seed, section 6).
void find_wrecks(Evidence const& evidence, Causes& causes) {
  auto const bare = evidence.game.transition_instructions().empty() && evidence.game.player_phases().empty();
  for (auto const& wreck : wrecks) {
    auto found = errors_matching(evidence.errors, wreck.errors);
    if (found.empty()) continue;
    if (wreck.artifact == game::Artifact::instructions && bare)
      std::ranges::move(errors_matching(evidence.errors, no_instruction), std::back_inserter(found));
    causes.push_back(
        {"R16",
         "An artifact is missing or cannot be read.",
         Confidence::low,
         std::move(found),
         {{wreck.artifact, ChangeOperation::reextract, {}, "Write it again from the specification"}}});
  }
}

/// Only a model or a person can say what happens there.
void find_lacking_instructions(Evidence const& evidence, Causes& causes) {
  for (auto const& match : matching(evidence.errors, no_instruction)) {
    auto const form = match.parts[0] == "Phase" ? game::FragmentAddress::Form::player_phase
                                                : game::FragmentAddress::Form::transition_instruction;
    causes.push_back({"R16",
                      "The instruction for what happens there is missing.",
                      Confidence::medium,
                      {match.error},
                      {open_change({form, match.parts[1]}, "Say what happens")}});
  }
}

} // namespace

void find_absences(Evidence const& evidence, Causes& causes) {
  find_wrecks(evidence, causes);
  find_lacking_instructions(evidence, causes);
}

} // namespace artifactd::editor
