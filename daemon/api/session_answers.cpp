// Answers about one session.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/session_ids.hpp"
#include "daemon/queries/agent_values.hpp"
#include "daemon/queries/edit_runs.hpp"
#include "daemon/queries/explanation.hpp"
#include "daemon/queries/graph_text.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/queries/plays.hpp"
#include "daemon/settling/policies.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/generations.hpp"
#include "watchers/scan.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t largest_graph = std::size_t{16} << 20; ///< what a program still reads at once

Json signals_json(std::vector<SeenSignal> const& signals) {
  auto list = Json::array();
  for (auto const& each : signals)
    list.push_back({{"signal", signal_word(each.name)},
                    {"kind", each.name.kind.word()},
                    {"since", iso8601(each.stamp.changed_ns)}});
  return list;
}

/// Valid JSON has line breaks only between tokens: in strings they are escaped.
std::string on_one_line(std::string json) {
  std::ranges::replace_if(json, [](char each) { return each == '\n' || each == '\r'; }, ' ');
  return json;
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
  auto answer = document(json);
  answer.headers["ETag"] = etag_of(chosen.session().directory(), layout::refused(chosen.signal));
  return answer;
}

Result<WebAnswer> answer_graph(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  auto graph = TRY(graph_text(*context.config, named.session, largest_graph));
  Json const head{
      {"version", 1}, {"session", named.session.shown()}, {"path", graph.path}, {"digest", graph.digest}};
  auto text = compact(head);
  text.pop_back();
  WebAnswer answer{.document = text + ",\"graph\":" + on_one_line(std::move(graph.bytes)) + "}"};
  answer.headers["ETag"] = etag_of(named.session.directory(), graph.path);
  if (question.header("if-none-match") == answer.headers["ETag"])
    return WebAnswer{.status = 304, .headers = {{"ETag", answer.headers["ETag"]}}};
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

Result<WebAnswer> answer_plays(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  return document(to_json(TRY(plays_of(*context.config, named.session))));
}

Result<WebAnswer> answer_runs(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  return document(to_json(TRY(edit_runs(named.session))));
}

Result<WebAnswer> answer_run(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  return document(to_json(TRY(edit_run_record(named.session, segment(question, 5)))));
}

Result<WebAnswer> answer_turns(WebContext const& context, WebQuestion const& question) {
  auto const key = TRY(find_session(*context.config, question.session));
  return document(TRY(look_at_story(*context.config, full_path(key), {})));
}

} // namespace artifactd
