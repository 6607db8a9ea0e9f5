// Games: their phases and transitions as a picture needs them, and what can go wrong in them.
#include "daemon/queries/game_answers.hpp"

#include "daemon/api/acting_case.hpp"
#include "daemon/queries/game_picture.hpp"

namespace artifactd {

Result<WebAnswer> answer_game(WebContext const& context, WebQuestion const& question) {
  auto const agent = TRY(agent_argument(segment(question, 5)));
  auto const named = TRY(session_of(context, question));
  auto const game = TRY(session_game(*context.config, named.session, agent));
  auto json = game_picture(game);
  json["version"] = 1;
  json["session"] = named.session.shown();
  json["agent"] = agent.str();
  json["findings"] = to_json(game_findings(game));
  return document(json);
}

/// Searched each time: a game of usual size takes a second. Each fault has the shortest moves that lead to
/// it, and the state after each of them.
Result<WebAnswer> answer_game_faults(WebContext const& context, WebQuestion const& question) {
  auto const agent = TRY(agent_argument(segment(question, 5)));
  auto const named = TRY(session_of(context, question));
  auto const game = TRY(session_game(*context.config, named.session, agent));
  if (has_error(game_findings(game)))
    return fail(Fault::unsafe, "the game has errors, so it cannot be played: see its findings");
  return document(
      TRY(context.checks->one(question.by->name, [&]() -> Result<Json> { return game_faults(game); })));
}

} // namespace artifactd
