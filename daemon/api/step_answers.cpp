// What players ask: reports about plays, decisions about corrections, turns of stories. Each is a signal like
// everybody's; what takes long is answered with 202, and its end is an event.
#include "daemon/api/action_body.hpp"
#include "daemon/api/asked_answer.hpp"
#include "daemon/interventions/decision.hpp"
#include "state/dice/draws.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t ask_digits = 16;

} // namespace

Result<WebAnswer> do_report(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"message", "play", "playerId", "step", "about"}));
  if (text_member(body, "message").empty()) return fail(Fault::invalid, R"("message" is missing)");
  auto const name = "ask-" + dice::fresh_seed().substr(0, ask_digits);
  auto const chosen = TRY(case_named(context, question, name, "report"));
  auto const step =
      TRY(ask_step(chosen, body, layout::report_result_of(chosen.signal.name), asking_patience));
  record_action(context, question, chosen, "report");
  return answer_of_step(step, report_path(question, name));
}

Result<WebAnswer> answer_report(WebContext const& context, WebQuestion const& question) {
  auto const& name = segment(question, 5);
  auto const chosen = TRY(case_named(context, question, name, "report"));
  return answer_of_step(TRY(look_at_step(chosen, layout::report_result_of(chosen.signal.name))),
                        report_path(question, name));
}

Result<WebAnswer> do_correct(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"confirm"}));
  if (!body.contains("confirm")) return fail(Fault::invalid, R"("confirm" has to be true or false)");
  auto const decision = TRY(action_flag(body, "confirm")) ? Decision::confirm : Decision::reject;
  auto const named = TRY(session_of(context, question));
  auto const json = TRY(decide_proposal(*context.config, named.session, segment(question, 4), decision,
                                        "web " + question.by->name));
  record_action(context, question, named.session.shown(),
                decision == Decision::confirm ? "confirm" : "reject");
  return document(json);
}

Result<WebAnswer> do_turn(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"user_action_id", "text", "character_id", "expect_scene"}));
  auto const action = text_member(body, "user_action_id");
  if (action.empty() || text_member(body, "text").empty())
    return fail(Fault::invalid, R"("user_action_id" and "text" have to be given)");
  if (std::ranges::any_of(action, [](char each) { return each < ' ' || each > '~'; }))
    return fail(Fault::invalid, R"("user_action_id" is not printable ASCII)");
  auto const chosen = TRY(case_of_action(context, question, action));
  auto const step = TRY(ask_step(chosen, body, layout::turn_result_of(chosen.signal.name), asking_patience));
  record_action(context, question, chosen, "turn");
  return answer_of_step(step, turn_path(question, action));
}

Result<WebAnswer> answer_turn(WebContext const& context, WebQuestion const& question) {
  auto const action = turn_asked_for(question);
  auto const chosen = TRY(case_of_action(context, question, action));
  return answer_of_step(TRY(look_at_step(chosen, layout::turn_result_of(chosen.signal.name))),
                        turn_path(question, action));
}

} // namespace artifactd
