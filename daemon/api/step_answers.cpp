// What players ask: reports about plays, decisions about corrections, turns of stories. Each is a signal like
// everybody's; what takes long is answered with 202, and its end is an event.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/action_body.hpp"
#include "daemon/interventions/asked_step.hpp"
#include "daemon/interventions/decision.hpp"
#include "state/dice/draws.hpp"
#include "state/json/json_member.hpp"
#include "state/platform/digest.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/finding.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr Duration patience = std::chrono::seconds(1); ///< more would keep others waiting
constexpr std::size_t name_digits = 16;

Result<Case> case_named(WebContext const& context, WebQuestion const& question, std::string const& name,
                        std::string_view kind) {
  auto signal = TRY(parse_signal_argument(context.config->served.kinds, fmt::format("{}.{}", name, kind)));
  return Case{*context.config, TRY(session_of(context, question)), std::move(signal)};
}

/// The same for the same id, so that a repeated action is the same signal.
std::string name_of_action(std::string const& id) {
  return "action-" + hex(sha256(id)).substr(0, name_digits);
}

WebAnswer answer_of(AskedStep const& step, std::string const& look) {
  if (!step.findings.empty()) {
    auto answer = web_problem(422, "refused");
    auto json = Json::parse(answer.document);
    json["findings"] = to_json(step.findings);
    answer.document = compact(json);
    return answer;
  }
  if (step.pending.empty()) return document(step.result);
  auto answer =
      document({{"version", 1}, {"state", "pending"}, {"signal", step.pending}, {"result", look}}, 202);
  answer.headers["Location"] = look;
  return answer;
}

std::string session_path_of(WebQuestion const& question) {
  return "/api/v1/sessions/" + question.session;
}

} // namespace

Result<WebAnswer> do_report(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"message", "play", "playerId", "step", "about"}));
  if (text_member(body, "message").empty()) return fail(Fault::invalid, R"("message" is missing)");
  auto const name = "ask-" + dice::fresh_seed().substr(0, name_digits);
  auto const chosen = TRY(case_named(context, question, name, "report"));
  auto const step = TRY(ask_step(chosen, body, layout::report_result_of(chosen.signal.name), patience));
  record_action(context, question, chosen, "report");
  return answer_of(step, session_path_of(question) + "/reports/" + name);
}

Result<WebAnswer> answer_report(WebContext const& context, WebQuestion const& question) {
  auto const& name = segment(question, 5);
  auto const chosen = TRY(case_named(context, question, name, "report"));
  return answer_of(TRY(look_at_step(chosen, layout::report_result_of(chosen.signal.name))),
                   session_path_of(question) + "/reports/" + name);
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
  auto const chosen = TRY(case_named(context, question, name_of_action(action), "turn"));
  auto const step = TRY(ask_step(chosen, body, layout::turn_result_of(chosen.signal.name), patience));
  record_action(context, question, chosen, "turn");
  return answer_of(step, session_path_of(question) + "/turns/" + action);
}

Result<WebAnswer> answer_turn(WebContext const& context, WebQuestion const& question) {
  auto const& action = segment(question, 5);
  auto const chosen = TRY(case_named(context, question, name_of_action(action), "turn"));
  return answer_of(TRY(look_at_step(chosen, layout::turn_result_of(chosen.signal.name))),
                   session_path_of(question) + "/turns/" + action);
}

} // namespace artifactd
