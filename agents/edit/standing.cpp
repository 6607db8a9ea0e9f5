#include "agents/edit/standing.hpp"

#include "agents/edit/reported_place.hpp"
#include "agents/edit/statements.hpp"
#include "merge/game/checks/validation.hpp"

#include <algorithm>

namespace artifactd::editor {

std::vector<std::string> Standing::all() const {
  auto both = errors;
  both.insert(both.end(), reported.begin(), reported.end());
  return both;
}

Standing played(Standing standing) {
  if (standing.errors.empty() && !standing.reach && standing.simulation == play::Simulation::certain) {
    auto judged = play::judged(standing.game);
    standing.errors = std::move(judged.faults);
    standing.playable = standing.errors.empty() && judged.in_time;
    if (!standing.errors.empty()) standing.reach = std::move(judged.reach);
  }
  std::erase_if(standing.reported, [&](std::string const& error) {
    return std::ranges::any_of(standing.errors,
                               [&](std::string const& found) { return is_said_in(error, found); });
  });
  return standing;
}

std::vector<std::string> errors_in(game::Game const& game, Standing const& before) {
  auto const were_hidden = !before.errors.empty() && !before.reach;
  return were_hidden ? game::error_messages(game) : every_error_in(game, before);
}

std::vector<std::string> every_error_in(game::Game const& game, Standing const& before) {
  auto errors = game::error_messages(game);
  if (!errors.empty() || before.simulation != play::Simulation::certain) return errors;
  auto now = play::judged(game);
  if (before.reach) std::ranges::move(lost(*before.reach, now.reach), std::back_inserter(now.faults));
  return std::move(now.faults);
}

Standing standing_after(game::Game game, Standing const& before, Changes const& changes) {
  auto reported = before.reported;
  std::erase_if(reported, [&](std::string const& error) {
    auto const is_there = place_of(error, before.game, game);
    return std::ranges::any_of(changes, [&](Change const* change) {
      return std::ranges::find(change->errors_addressed, error) != change->errors_addressed.end() &&
             is_there(*change);
    });
  });
  auto errors = errors_in(game, before);
  return {std::move(game), std::move(errors), std::move(reported), before.reach, before.simulation};
}

} // namespace artifactd::editor
