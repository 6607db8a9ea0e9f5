#include "daemon/queries/play_issues.hpp"

#include "merge/play/record/record.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <map>

namespace artifactd {

namespace {

using report::PlayBook;
using report::PlayIssue;

struct Found {
  PlayIssue first;
  std::size_t more = 0;
};

bool is_there(SessionKey const& key, Config const& config, std::string const& id) {
  auto const name = Name::parse(id);
  auto const entered = enter_session(key, config.served.kinds);
  return name && entered && open_directory(entered->session.directory(), layout::play_of(*name));
}

StuckRow row_of(Found const& found) {
  auto const& issue = found.first;
  auto const where = issue.step != 0              ? fmt::format("step {}", issue.step)
                     : issue.type == "edited_log" ? play::log_name
                                                  : std::string("state.json");
  auto const more = found.more == 0 ? std::string() : fmt::format(" (and {} more)", found.more);
  return {.state = StuckRow::State::trouble,
          .session = issue.session,
          .file = layout::plays + "/" + issue.play,
          .reason = fmt::format("{}: {}{}", where, issue.message, more),
          .todo = "see what happened",
          .next = fmt::format("artifactctl play show {} {}", shell_quoted(issue.session), issue.play),
          .actor = Actor::persons,
          .code = issue.type};
}

} // namespace

std::vector<StuckRow> play_issues(Config const& config, std::vector<SessionKey> const& sessions) {
  auto book = PlayBook::open_to_look(config.plays_path());
  auto const open = book ? book->open_issues() : Result<std::vector<PlayIssue>>();
  if (!book || !open) return {};
  std::map<std::string, SessionKey const*> by_path;
  for (auto const& key : sessions)
    by_path[full_path(key)] = &key;
  std::vector<std::string> order;
  std::map<std::string, Found> plays;
  for (auto const& issue : *open) {
    auto const key = by_path.find(issue.session);
    if (key == by_path.end()) continue;
    auto const play = issue.session + "/" + issue.play;
    if (auto const known = plays.find(play); known != plays.end()) {
      ++known->second.more;
    } else if (is_there(*key->second, config, issue.play)) {
      plays[play] = {issue};
      order.push_back(play);
    }
  }
  std::vector<StuckRow> rows;
  for (auto const& play : order)
    rows.push_back(row_of(plays.at(play)));
  return rows;
}

std::vector<PlayIssue> issues_in(Config const& config, std::string const& session) {
  auto book = PlayBook::open_to_look(config.plays_path());
  return book ? book->issues(session).value_or(std::vector<PlayIssue>()) : std::vector<PlayIssue>();
}

} // namespace artifactd
