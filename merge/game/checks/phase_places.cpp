#include "merge/game/checks/phase_places.hpp"

namespace artifactd::game {

PhasePlaces::PhasePlaces(Game const& game) : transitions_(game.transitions_part()) {
  auto const* phases = transitions_.node == nullptr ? nullptr : transitions_.node->find("phases");
  if (phases == nullptr || phases->type() != json::Type::array) return;
  for (auto const& phase : phases->children())
    if (is(&phase, json::Type::string)) declared_.emplace(phase.string(), &phase);
}

Part PhasePlaces::of(std::string_view phase) const {
  auto const declared = declared_.find(phase);
  return declared == declared_.end() ? transitions_ : Part{transitions_.text, declared->second};
}

} // namespace artifactd::game
