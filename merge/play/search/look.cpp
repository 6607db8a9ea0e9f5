#include "merge/play/search/look.hpp"

#include "merge/game/checks/checks.hpp"
#include "merge/game/checks/phase_places.hpp"
#include "merge/game/fragment.hpp"
#include "merge/play/runtime/program.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <iterator>

namespace artifactd::play {

namespace {

/// The most steps of a way that a hint lists.
constexpr std::size_t most_steps_told = 24;

std::string_view check_id(FaultType type) {
  switch (type) {
  case FaultType::deadlock:
    return "P01";
  case FaultType::dead_wait:
    return "P02";
  case FaultType::stuck_phase:
    return "P03";
  case FaultType::auto_loop:
    return "P04";
  case FaultType::no_end:
  case FaultType::unreachable_end:
    return "P05";
  case FaultType::unexpected_end:
    return "P06";
  case FaultType::unreachable_phase:
    return "P08";
  case FaultType::invalid_rng:
  case FaultType::degenerate_rng:
    return "P09";
  default:
    return "P07";
  }
}

/// How the fault occurs, and what to do.
std::string hint_for(FoundFault const& fault) {
  std::vector<std::string> steps;
  for (auto const& step : fault.steps)
    if (steps.size() < most_steps_told) steps.push_back(in_words(step));
  auto text = steps.empty() ? std::string("This is so from the beginning.")
                            : fmt::format("This is reached by: {}{}.", fmt::join(steps, "; "),
                                          fault.steps.size() > steps.size() ? "; …" : "");
  if (!fault.fragment.empty()) text += fmt::format(" Look at {} first.", fault.fragment);
  return text;
}

game::Part part_of(game::Game const& game, FoundFault const& fault) {
  auto const address = game::parse_address(fault.fragment);
  auto const part = address ? game::find_fragment(game, *address) : Result<game::Part>(game::Part());
  return part && *part ? *part : game::PhasePlaces(game).of(fault.phase);
}

SearchOutcome looked(game::Game const& game) {
  SearchLimits limits;
  limits.states = most_states_looked_at;
  limits.until = std::chrono::steady_clock::now() + longest_look;
  auto outcome = search_faults(game, usual_players(game), limits);
  std::ranges::move(chance_faults(game), std::back_inserter(outcome.faults));
  std::erase_if(outcome.faults, [](FoundFault const& fault) { return !fault.certain; });
  return outcome;
}

std::vector<Finding> notes_on(game::Game const& game) {
  game::Report report;
  for (auto const& draw : constant_draws(game))
    report.add(check_id(draw.type), part_of(game, draw), draw.message,
               "Set the value, or add the outcomes that are missing.");
  auto notes = std::move(report).findings();
  for (auto& note : notes)
    note.severity = Severity::warning;
  return notes;
}

bool is_whole(game::Game const& game) {
  return game.schema() && game.transitions_part() && !game.transition_instructions().empty();
}

} // namespace

Result<std::vector<Finding>> look(game::Game const& game, Simulation simulation) {
  if (simulation == Simulation::off || !is_whole(game)) return std::vector<Finding>();
  auto const outcome = looked(game);
  if (outcome.out_of_time)
    return fail(Fault::busy,
                fmt::format("the game could not be searched for faults within {} s: the machine is too "
                            "busy, or the game too large; simulate = \"off\" leaves it out",
                            longest_look.count()));
  game::Report report;
  for (auto const& fault : outcome.faults)
    report.add(check_id(fault.type), part_of(game, fault), fault.message, hint_for(fault));
  auto findings = std::move(report).findings();
  if (simulation == Simulation::report)
    for (auto& finding : findings)
      finding.severity = Severity::warning;
  std::ranges::move(notes_on(game), std::back_inserter(findings));
  return findings;
}

Judged judged(game::Game const& game) {
  Judged judged;
  if (!is_whole(game)) return judged;
  auto outcome = looked(game);
  for (auto& fault : outcome.faults)
    judged.faults.push_back(std::move(fault.message));
  judged.in_time = !outcome.out_of_time;
  judged.reach = {std::move(outcome.phases), std::move(outcome.actions), outcome.ends};
  return judged;
}

std::vector<std::string> lost(Reach const& before, Reach const& after) {
  std::vector<std::string> words;
  auto const missing = [&words](auto const& were, auto const& are, char const* what) {
    for (auto const& each : were)
      if (std::ranges::find(are, each) == are.end())
        words.push_back(fmt::format("{} '{}' is no longer reached", what, each));
  };
  missing(before.phases, after.phases, "Phase");
  missing(before.actions, after.actions, "Action");
  if (before.ends && !after.ends) words.emplace_back("The game no longer comes to an end");
  return words;
}

} // namespace artifactd::play
