// Answers about one session.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/session_ids.hpp"
#include "daemon/queries/agent_values.hpp"
#include "daemon/queries/attempt_changes.hpp"
#include "daemon/queries/edit_runs.hpp"
#include "daemon/queries/explanation.hpp"
#include "daemon/settling/policies.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/generations.hpp"
#include "watchers/scan.hpp"

namespace artifactd {

namespace {

Json signals_json(std::vector<SeenSignal> const& signals) {
  auto list = Json::array();
  for (auto const& each : signals)
    list.push_back({{"signal", signal_word(each.name)},
                    {"kind", each.name.kind.word()},
                    {"since", iso8601(each.stamp.changed_ns)}});
  return list;
}

} // namespace

Result<WebAnswer> answer_session(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  auto const signs = TRY(scan_session(named.session.directory(), context.config->served.kinds));
  return document({{"version", 1},
                   {"id", session_id(context.config->roots, named.key)},
                   {"session", named.session.shown()},
                   {"pending", signals_json(signs.pending)},
                   {"refused", signals_json(signs.refused)},
                   {"documents", signals_json(signs.documents)},
                   {"odd_files", signs.odd_count}});
}

Result<WebAnswer> answer_signal(WebContext const& context, WebQuestion const& question) {
  auto const chosen = TRY(case_of(context, question));
  auto answer = document(to_json(explain(*context.config, chosen.session().shown(), chosen.signal)));
  answer.headers["ETag"] = etag_of(chosen.session().directory(), layout::refused(chosen.signal));
  return answer;
}

Result<WebAnswer> answer_attempts(WebContext const& context, WebQuestion const& question) {
  auto const chosen = TRY(case_of(context, question));
  auto json = to_json(TRY(look_at(*context.config, chosen.named, chosen.signal)));
  json["version"] = 1;
  json["changes"] = json_list(changes_in(TRY(load_attempts(chosen.session(), chosen.signal))));
  auto answer = document(json);
  answer.headers["ETag"] = etag_of(chosen.session().directory(), layout::refused(chosen.signal));
  return answer;
}

Result<WebAnswer> answer_generations(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  auto list = Json::array();
  for (auto const& each : TRY(list_generations(named.session)))
    list.push_back({{"generation", each.number},
                    {"origin", origin_word(each.origin)},
                    {"modified", iso8601(each.modified_ns)},
                    {"size", each.size}});
  return document({{"version", 1}, {"session", named.session.shown()}, {"generations", std::move(list)}});
}

Result<WebAnswer> answer_history(WebContext const& context, WebQuestion const& question) {
  auto const agent = TRY(agent_argument(segment(question, 5)));
  auto const named = TRY(session_of(context, question));
  auto const values = TRY(agent_values(named.session, agent, kg_policy(*context.config)));
  if (values.empty()) return fail(Fault::missing, "this agent has no value in the graph, and had none");
  return document(to_json(values));
}

Result<WebAnswer> answer_runs(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  return document(to_json(TRY(edit_runs(named.session))));
}

Result<WebAnswer> answer_run(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  return document(to_json(TRY(edit_run_record(named.session, segment(question, 5)))));
}

} // namespace artifactd
