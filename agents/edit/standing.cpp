#include "agents/edit/standing.hpp"

#include "agents/edit/reported_place.hpp"
#include "merge/game/validation.hpp"

#include <algorithm>

namespace artifactd::editor {

std::vector<std::string> Standing::all() const {
  auto both = errors;
  both.insert(both.end(), reported.begin(), reported.end());
  return both;
}

Standing standing_after(game::Game game, Standing const& before, Changes const& changes) {
  auto reported = before.reported;
  std::erase_if(reported, [&](std::string const& error) {
    ReportedPlace const place(error, before.game, game);
    return std::ranges::any_of(changes, [&](Change const* change) {
      return std::ranges::find(change->errors_addressed, error) != change->errors_addressed.end() &&
             place.has(*change);
    });
  });
  auto errors = game::error_messages(game);
  return {std::move(game), std::move(errors), std::move(reported)};
}

} // namespace artifactd::editor
