#include "agents/edit/model/repair_by_models.hpp"

#include "agents/edit/model/fragment_writer.hpp"
#include "agents/edit/model/model_coordinator.hpp"
#include "merge/game/checks/validation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace artifactd::editor {

namespace {

/// The writer needs the path to a fault that only playing finds, which is in its finding.
void learn_faults(Evidence const& evidence, std::vector<Finding>& known) {
  auto const is_known = [&](std::string const& error) {
    return std::ranges::find(known, error, &Finding::message) != known.end() ||
           std::ranges::find(evidence.reported, error) != evidence.reported.end();
  };
  if (std::ranges::all_of(evidence.errors, is_known) || !game::error_messages(evidence.game).empty()) return;
  if (auto looked = play::look(evidence.game, play::Simulation::certain))
    std::ranges::move(*looked, std::back_inserter(known));
}

} // namespace

Repair repair_by_models(Standing broken, ModelDesk& desk, std::string const& specification, unsigned attempts,
                        Writing writing) {
  auto const planning = model_coordinator(desk, specification);
  if (writing == Writing::no) return repair(std::move(broken), planning, {}, attempts);
  auto known = game::validate(broken.game);
  auto const coordinator = [&](Evidence const& evidence) {
    learn_faults(evidence, known);
    return planning(evidence);
  };
  auto const complete = [&](game::Game const& now, Change const& change) {
    return written_by_model(desk, specification, known, now, change);
  };
  return repair(std::move(broken), coordinator, complete, attempts);
}

} // namespace artifactd::editor
