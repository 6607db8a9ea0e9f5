#include "merge/play/runtime/legality.hpp"

#include "merge/game/checks/phase_graph.hpp"
#include "state/json/json_text.hpp"

#include <fmt/core.h>

namespace artifactd::play {

std::vector<std::string> illegal_in(Runtime const& runtime, std::span<ValueId const> row) {
  auto const& layout = runtime.program().layout();
  auto const phase_slot = layout.game("currentPhase");
  std::vector<std::string> found;
  for (Slot slot = 0; slot < layout.size(); ++slot) {
    if (row[slot] == absent) continue;
    if (slot != phase_slot) {
      if (auto const why = runtime.illegal_value(slot, row[slot]))
        found.push_back(fmt::format("{}: {}", layout.path(slot), *why));
      continue;
    }
    auto const& phase = runtime.pool()[row[slot]];
    auto const* name = phase.is_string() ? phase.get_ptr<std::string const*>() : nullptr;
    if (name == nullptr || (*name != game::first_phase && runtime.program().phase(*name) == nullptr))
      found.push_back(fmt::format("game.currentPhase: the game has no phase {}", compact(phase)));
  }
  return found;
}

std::vector<std::string> illegal_in_state(Runtime& runtime, Value const& state) {
  auto const row = runtime.program().layout().row(state, runtime.pool());
  if (!row) return {row.error().message};
  return illegal_in(runtime, *row);
}

} // namespace artifactd::play
