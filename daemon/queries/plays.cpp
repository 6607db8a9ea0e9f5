#include "daemon/queries/plays.hpp"

#include "daemon/queries/play_issues.hpp"
#include "merge/play/record/record.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <map>

namespace artifactd {

namespace {

constexpr std::size_t most_plays = 100'000;

PlayRow row_of(std::string const& id, UniqueFd const& directory, std::size_t issues) {
  auto brief = play::read_brief(directory.get());
  if (!brief) return {.id = id, .error = brief.error().message};
  return {.id = id,
          .game = std::move(brief->meta.game),
          .players = std::move(brief->meta.players),
          .started = std::move(brief->meta.started),
          .phase = std::move(brief->phase),
          .over = brief->over,
          .issues = issues};
}

} // namespace

Result<std::vector<PlayRow>> plays_of(Config const& config, Session const& session) {
  std::map<std::string, std::size_t> open;
  for (auto const& issue : issues_in(config, session.shown()))
    if (issue.state == report::PlayIssue::State::open) ++open[issue.play];
  auto const plays = open_directory(session.directory(), layout::plays);
  if (!plays && plays.error().fault == Fault::missing) return std::vector<PlayRow>();
  if (!plays) return fail(Error(plays.error()));
  auto names = TRY(list_directory(plays->get(), most_plays));
  std::ranges::sort(names);
  std::vector<PlayRow> rows;
  for (auto const& name : names)
    if (auto const directory = open_directory(plays->get(), name)) // else a file or a link
      rows.push_back(row_of(name, *directory, open[name]));
  return rows;
}

Json to_json(std::vector<PlayRow> const& plays) {
  auto rows = Json::array();
  for (auto const& play : plays)
    rows.push_back(play.error.empty() ? Json{{"id", play.id},
                                             {"game", play.game},
                                             {"players", play.players},
                                             {"started", play.started},
                                             {"phase", play.phase},
                                             {"over", play.over},
                                             {"issues", play.issues}}
                                      : Json{{"id", play.id}, {"error", play.error}});
  return {{"version", 1}, {"plays", std::move(rows)}};
}

} // namespace artifactd
