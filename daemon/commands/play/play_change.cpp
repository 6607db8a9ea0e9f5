#include "daemon/commands/play/play_change.hpp"

#include "agents/report/play_book.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/play/play_decision.hpp"
#include "state/platform/identity.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using report::PlayBook;

struct Chosen {
  Config config;
  NamedSession named;
  Name play;
};

/// The play that was named, if this user may change it.
Result<Chosen> chosen(Cli const& cli, PlayOptions const& options) {
  auto config = whatever_configuration(cli);
  auto named = TRY(session_argument(config, options.first));
  auto play = TRY(play_argument(options.second));
  TRY(allow_decision(config, named.session));
  return Chosen{std::move(config), std::move(named), std::move(play)};
}

void print_adoption(Cli const& cli, PlayOptions const& options, AdoptedGame const& adopted) {
  auto const& [play, adoption] = adopted;
  auto const* goes_on = options.dry_run ? "would go on" : "goes on";
  if (cli.output == Output::json)
    print_json(to_json(adopted));
  else if (!adoption)
    fmt::print("{}: it is already played with the current game\n", play);
  else if (adoption->from <= 1)
    fmt::print("{}: {} from the start: no later state fits the game\n", play,
               options.dry_run ? "would begin again" : "begins again");
  else if (adoption->from > adoption->steps)
    fmt::print("{}: {} from where it is\n", play, goes_on);
  else
    fmt::print("{}: {} from before step {}: later states do not fit the game\n", play, goes_on,
               adoption->from);
}

Result<std::int64_t> close_issues(Config const& config, Session const& session, Name const& play,
                                  report::PlayIssue::State state) {
  return answer_as_self([&]() -> Result<std::int64_t> {
    return TRY(PlayBook::open(config.plays_path())).close(session.shown(), play.str(), state);
  });
}

} // namespace

game::Value to_json(AdoptedGame const& adopted) {
  auto const& [play, adoption] = adopted;
  game::Value json{{"version", 1}, {"play", play}, {"adopted", adoption.has_value()}};
  if (!adoption) return json;
  json["from"] = adoption->from;
  json["state"] = adoption->state;
  return json;
}

Result<Exit> adopt_game(Cli const& cli, PlayOptions const& options) {
  auto const [config, named, play] = TRY(chosen(cli, options));
  if (options.dry_run) {
    print_adoption(cli, options, {play.str(), TRY(report::adoption_of(named.session, play))});
    return Exit::ok;
  }
  auto const claim = TRY(claim_soon(named.session));
  auto adoption = TRY(report::adopt(named.session, play, decided_by_user()));
  if (adoption) TRY(close_issues(config, named.session, play, report::PlayIssue::State::settled));
  print_adoption(cli, options, {play.str(), std::move(adoption)});
  return Exit::ok;
}

Result<Exit> dismiss_issues(Cli const& cli, PlayOptions const& options) {
  auto const [config, named, play] = TRY(chosen(cli, options));
  auto const count = TRY(close_issues(config, named.session, play, report::PlayIssue::State::dismissed));
  if (cli.output == Output::json)
    print_json(game::Value{{"version", 1}, {"play", play.str()}, {"dismissed", count}});
  else
    fmt::print("{}: {} issue{} dismissed\n", play.str(), count, count == 1 ? "" : "s");
  return Exit::ok;
}

} // namespace artifactd
