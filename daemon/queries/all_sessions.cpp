#include "daemon/queries/all_sessions.hpp"

#include "state/platform/mount_table.hpp"
#include "state/vocabulary/names.hpp"
#include "watchers/scan.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

StuckRow closed_session(Error const& error, Onlooker onlooker) {
  if (onlooker == Onlooker::daemon_like || error.fault != Fault::denied)
    return {.state = StuckRow::State::trouble, .reason = error.message};
  return {.state = StuckRow::State::trouble,
          .reason = private_session(),
          .actor = Actor::ours,
          .code = "session.private",
          .harmless = true};
}

StuckRow not_looked_at(SessionKey const& session, std::exception const& error) {
  return {.state = StuckRow::State::trouble,
          .session = full_path(session),
          .reason = fmt::format("it cannot be looked at: {}", printable(error.what()))};
}

std::string below_root(std::vector<std::string> const& roots, std::string const& session) {
  for (auto const& root : roots) {
    if (!session.starts_with(root + "/")) continue;
    auto const below = session.substr(root.size() + 1);
    return roots.size() == 1 ? below : root.substr(root.rfind('/') + 1) + "/" + below;
  }
  return session;
}

std::string private_session() {
  return fmt::format("session.private: user {} may not look into it; its owner may", ::geteuid());
}

std::vector<SessionKey> all_sessions(Config const& config, std::vector<StuckRow>& troubles) {
  std::vector<SessionKey> sessions;
  auto const onlooker = onlooker_of(config);
  for (auto const& root : config.roots) {
    auto listed = list_sessions(root.path, root.depth);
    if (!listed) {
      troubles.push_back(
          {.state = StuckRow::State::trouble, .session = root.path, .reason = listed.error().message});
      continue;
    }
    if (auto const place = unmounted_above(root.path))
      troubles.push_back({.state = StuckRow::State::trouble,
                          .session = root.path,
                          .reason = not_mounted(*place),
                          .todo = "mount it",
                          .next = "mount " + shell_quoted(*place)});
    for (auto const& path : listed->paths)
      sessions.push_back({root.path, path});
    for (auto const& path : listed->unreadable) {
      auto row = closed_session({Fault::denied, "cannot be listed"}, onlooker);
      row.session = full_path({root.path, path});
      troubles.push_back(std::move(row));
    }
  }
  return sessions;
}

} // namespace artifactd
