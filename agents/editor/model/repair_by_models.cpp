#include "agents/editor/model/repair_by_models.hpp"

#include "agents/editor/model/fragment_writer.hpp"
#include "agents/editor/model/model_coordinator.hpp"

namespace artifactd::editor {

Repair repair_by_models(game::Game const& game, std::vector<std::string> const& reported, ModelDesk& desk,
                        std::string const& specification, unsigned attempts, Writing writing) {
  ModelCoordinator coordinator(desk, specification);
  if (writing == Writing::no) return repair(game, reported, coordinator, {}, attempts);
  FragmentWriter writer(desk, specification);
  auto complete = [&](game::Game const& now, Change const& change) { return writer.complete(now, change); };
  return repair(game, reported, coordinator, complete, attempts);
}

} // namespace artifactd::editor
