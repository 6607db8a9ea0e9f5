#include "agents/edit/model/repair_by_models.hpp"

#include "agents/edit/model/fragment_writer.hpp"
#include "agents/edit/model/model_coordinator.hpp"
#include "merge/game/checks/validation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace artifactd::editor {

Repair repair_by_models(Standing broken, ModelDesk& desk, std::string const& specification, unsigned attempts,
                        Writing writing) {
  auto const coordinator = model_coordinator(desk, specification);
  if (writing == Writing::no) return repair(std::move(broken), coordinator, {}, attempts);
  auto known = game::validate(broken.game);
  if (broken.reach) // the writer needs the path to the fault, which is in its finding
    if (auto played = play::look(broken.game, play::Simulation::certain))
      std::ranges::move(*played, std::back_inserter(known));
  auto const complete = [&](game::Game const& now, Change const& change) {
    return written_by_model(desk, specification, known, now, change);
  };
  return repair(std::move(broken), coordinator, complete, attempts);
}

} // namespace artifactd::editor
