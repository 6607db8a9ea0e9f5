// What the web does: the same functions as the commands, and the journal records whose token it was.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/action_body.hpp"
#include "daemon/api/submitted_files.hpp"
#include "daemon/interventions/agent_limits.hpp"
#include "daemon/interventions/daemon_journal.hpp"
#include "daemon/interventions/dropping.hpp"
#include "daemon/interventions/going_back.hpp"
#include "daemon/queries/graph_text.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

Result<std::optional<std::uint64_t>> generation_of(Json const& body) {
  auto const found = body.find("to");
  if (found == body.end()) return std::nullopt;
  if (!found->is_number_unsigned())
    return fail(Fault::invalid, "\"to\" has to be the number of a generation, as the history lists it");
  return found->get<std::uint64_t>();
}

/// About refused work: 412 if it is not what the client has seen.
Result<WebAnswer> act_on(WebContext const& context, WebQuestion const& question, std::string_view action,
                         std::function<Result<Json>(Case const&)> const& act) {
  auto const chosen = TRY(case_of(context, question));
  if (auto answer =
          not_matching(question, etag_of(chosen.session().directory(), layout::refused(chosen.signal))))
    return *std::move(answer);
  auto json = TRY(act(chosen));
  record_action(context, question, chosen, action);
  return document(json);
}

Result<WebAnswer> return_to(WebContext const& context, WebQuestion const& question,
                            std::optional<Name> const& agent, std::string_view action) {
  auto const body = TRY(action_body(question, {"to", "dry_run"}));
  auto const to = TRY(generation_of(body));
  auto const dry = TRY(action_flag(body, "dry_run")) ? DryRun::yes : DryRun::no;
  auto const named = TRY(session_of(context, question));
  if (!question.header("if-match").empty()) {
    auto const graph = TRY(graph_place(*context.config, named.session));
    if (auto answer = not_matching(question, etag_of(named.session.directory(), graph)))
      return *std::move(answer);
  }
  Returned const returned{named.session.shown(),
                          TRY(go_back(named.session, agent, to, kg_policy(*context.config), dry)), dry};
  if (dry == DryRun::no)
    record_action(context, question, named.session.shown(), action, agent ? agent->str() : "");
  if (dry == DryRun::no) ask_to_look(*context.config, named.key);
  return document(to_json(returned));
}

} // namespace

Result<WebAnswer> do_retry(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"fresh"}));
  auto const attempts = TRY(action_flag(body, "fresh")) ? CountedAttempts::fresh : CountedAttempts::keep;
  return act_on(context, question, "retry", [&](Case const& chosen) -> Result<Json> {
    TRY(submit_again(chosen, attempts));
    return to_json(chosen);
  });
}

Result<WebAnswer> do_hint(WebContext const& context, WebQuestion const& question) {
  auto const text = text_member(TRY(action_body(question, {"text"})), "text");
  return act_on(context, question, "hint", [&](Case const& chosen) -> Result<Json> {
    return to_json(chosen, TRY(give_hint(chosen, text)));
  });
}

Result<WebAnswer> do_abandon(WebContext const& context, WebQuestion const& question) {
  TRY(action_body(question, {}));
  return act_on(context, question, "abandon", [&](Case const& chosen) -> Result<Json> {
    TRY(give_up(chosen));
    return to_json(chosen);
  });
}

Result<WebAnswer> do_cancel(WebContext const& context, WebQuestion const& question) {
  TRY(action_body(question, {}));
  return act_on(context, question, "cancel", [&](Case const& chosen) -> Result<Json> {
    TRY(cancel_run(chosen));
    return to_json(chosen);
  });
}

Result<WebAnswer> do_rollback(WebContext const& context, WebQuestion const& question) {
  return return_to(context, question, TRY(agent_argument(segment(question, 5))), "rollback");
}

Result<WebAnswer> do_restore(WebContext const& context, WebQuestion const& question) {
  return return_to(context, question, std::nullopt, "restore");
}

/// The verdict comes later: as an event, and by asking about the signal.
Result<WebAnswer> do_submit(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"files", "replace"}));
  auto const replace = TRY(action_flag(body, "replace"));
  auto const chosen = TRY(case_of(context, question));
  auto const files = TRY(submitted_files(chosen.signal, body));
  if (question.by->scope == WebScope::agent) TRY(within_agent(chosen.session(), chosen.signal, files));
  TRY(drop_now(chosen, files, replace ? FormerFiles::remove : FormerFiles::keep));
  record_action(context, question, chosen, "submit");
  auto json = to_json(chosen);
  json["state"] = "pending";
  return document(json, 202);
}

} // namespace artifactd
