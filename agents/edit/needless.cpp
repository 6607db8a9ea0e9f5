#include "agents/edit/needless.hpp"

#include "agents/edit/apply.hpp"
#include "merge/game/checks/validation.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace artifactd::editor {

namespace {

using Told = std::set<std::string>;

Told messages_of(game::Game const& game, Standing const& before) {
  Told messages;
  for (auto& error : every_error_in(game, before))
    messages.insert(std::move(error));
  for (auto& finding : game::validate(game))
    messages.insert(std::move(finding.message));
  return messages;
}

Changes pointers_to(std::vector<Change> const& changes) {
  Changes pointers;
  std::ranges::transform(changes, std::back_inserter(pointers), [](Change const& each) { return &each; });
  return pointers;
}

bool addresses_reported(Change const& change, Standing const& standing) {
  return std::ranges::any_of(change.errors_addressed, [&](std::string const& each) {
    return std::ranges::find(standing.reported, each) != standing.reported.end();
  });
}

} // namespace

std::vector<std::size_t> drop_needless(Standing const& before, std::vector<Change>& written,
                                       Standing& after) {
  std::vector<std::size_t> dropped;
  auto left = messages_of(after.game, before);
  for (auto i = written.size(); i-- > 0 && written.size() > 1;) {
    if (addresses_reported(written[i], before)) continue;
    auto fewer = written;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    auto game = apply_in_turn(before.game, pointers_to(fewer));
    if (!game) continue;
    auto messages = messages_of(*game, before);
    if (!std::ranges::includes(left, messages)) continue;
    after = standing_after(*std::move(game), before, pointers_to(fewer));
    left = std::move(messages);
    written = std::move(fewer);
    dropped.push_back(i);
  }
  return dropped;
}

} // namespace artifactd::editor
