#include "agents/edit/reported_place.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/synonyms.hpp"
#include "agents/edit/rules/words.hpp"

#include <algorithm>
#include <array>

namespace artifactd::editor {

namespace {

/// What somebody saw in a play, in the words for it (seed, section 12), and what may explain it.
struct Symptom {
  char const* words;              ///< a group is what the changes have to write
  std::string_view patterns = {}; ///< of causes; empty: all but those about texts alone
  bool only_instructions = false; ///< not what transitions require, or how phases are connected
};

/// Markers of narratives, messages of checks.
constexpr std::string_view about_texts = "P10 I19";

constexpr auto symptoms = std::to_array<Symptom>({
    {"^Deadlock detected in phase '"},
    {"^Phase '.*' has no outbound transitions with satisfiable preconditions"},
    {"^Phase '.*' has been active for "},
    {"^Game ended unexpectedly in phase '"},
    {"^No transition sets game\\.gameEnded"},
    {"^Phase '.*' does not set actionRequired=true", {}, true},
    {"^Transition '.*' stateDelta sets .* on incorrect player path", "P3 P6 P7 P8 P9", true},
    {"^Transition '.*' rng op probabilities", "P8", true},
    {R"(^Illegal state detected: Path (?:[^ ]+\.)?([^ .]+) is not )", {}, true},
});

bool may_explain(Symptom const& symptom, Cause const& cause) {
  auto const listed = words_in(symptom.patterns.empty() ? about_texts : symptom.patterns);
  auto const is_listed = std::ranges::find(listed, cause.pattern) != listed.end();
  return is_listed != symptom.patterns.empty();
}

bool is_written(Cause const& cause) {
  return std::ranges::none_of(cause.changes, [](Change const& each) { return each.edits.empty(); });
}

bool writes(Change const& change, std::string const& what) {
  return std::ranges::any_of(
      change.edits, [&](FragmentEdit const& each) { return each.value.find(what) != each.value.npos; });
}

bool claims(Cause const& cause, std::string const& error) {
  return std::ranges::find(cause.errors, error) != cause.errors.end();
}

void explain(Match const& seen, Symptom const& symptom, Evidence const& evidence, Causes& causes) {
  auto const& error = seen.error;
  auto const is_claimed = [&](Cause const& each) { return is_written(each) && claims(each, error); };
  if (std::ranges::any_of(causes, is_claimed)) return;
  auto const is_named = place_of(error, evidence.game, evidence.game);
  auto const is_there = [&](Change const& each) {
    return is_named(each) && (!symptom.only_instructions || each.artifact == game::Artifact::instructions) &&
           (seen.parts.empty() || writes(each, seen.parts.front()));
  };
  auto const explanation = std::ranges::find_if(causes, [&](Cause const& each) {
    return is_written(each) && may_explain(symptom, each) && std::ranges::any_of(each.changes, is_there);
  });
  if (explanation == causes.end()) return;
  for (auto& each : causes)
    std::erase(each.errors, error);
  explanation->errors.push_back(error);
}

} // namespace

void find_symptoms(Evidence const& evidence, Causes& causes) {
  for (auto const& symptom : symptoms)
    for (auto const& seen : matching(evidence.reported, symptom.words))
      explain(seen, symptom, evidence, causes);
}

} // namespace artifactd::editor
