#include "agents/edit/standing.hpp"

#include "agents/edit/reported_place.hpp"
#include "merge/game/checks/validation.hpp"

#include <algorithm>

namespace artifactd::editor {

std::vector<std::string> Standing::all() const {
  auto both = errors;
  both.insert(both.end(), reported.begin(), reported.end());
  return both;
}

std::vector<std::string> errors_in(game::Game const& game, std::optional<play::Reach> const& reach) {
  auto errors = game::error_messages(game);
  if (!errors.empty() || !reach) return errors;
  auto now = play::judged(game);
  std::ranges::move(lost(*reach, now.reach), std::back_inserter(now.faults));
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
  auto errors = errors_in(game, before.reach);
  return {std::move(game), std::move(errors), std::move(reported), before.reach};
}

} // namespace artifactd::editor
