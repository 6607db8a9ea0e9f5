#include "daemon/api/web_routes.hpp"

#include "daemon/api/session_ids.hpp"
#include "daemon/queries/named_session.hpp"
#include "state/vocabulary/kind_inputs.hpp"

#include <algorithm>
#include <array>
#include <exception>

namespace artifactd {

namespace {

using enum WebScope;
constexpr auto anonymous = WebRoute::Open::anonymous;
constexpr auto no = WebRoute::Open::no;

constexpr std::array routes{
    WebRoute{"GET", "/readyz", read, anonymous, answer_ready},
    WebRoute{"GET", "/metrics", read, anonymous, answer_metrics},
    WebRoute{"GET", "/api/v1/counts", read, anonymous, answer_counts},
    WebRoute{"GET", "/api/v1/roots", read, no, answer_roots},
    WebRoute{"GET", "/api/v1/sessions", read, no, answer_sessions},
    WebRoute{"GET", "/api/v1/status", content, no, answer_status},
    WebRoute{"GET", "/api/v1/inbox", content, no, answer_inbox},
    WebRoute{"GET", "/api/v1/log", read, no, answer_log},
    WebRoute{"GET", "/api/v1/stats", read, no, answer_stats},
    WebRoute{"GET", "/api/v1/models", read, no, answer_models},
    WebRoute{"GET", "/api/v1/events", read, no, answer_events},
    WebRoute{"GET", "/api/v1/sessions/{session}", read, no, answer_session},
    WebRoute{"GET", "/api/v1/sessions/{session}/signals/{signal}", content, no, answer_signal},
    WebRoute{"GET", "/api/v1/sessions/{session}/signals/{signal}/attempts", content, no, answer_attempts},
    WebRoute{"GET", "/api/v1/sessions/{session}/signals/{signal}/files", read, no, answer_files},
    WebRoute{"GET", "/api/v1/sessions/{session}/signals/{signal}/files/{file}", content, no, answer_file},
    WebRoute{"POST", "/api/v1/sessions/{session}/signals/{signal}/files", agent, no, do_write},
    WebRoute{"POST", "/api/v1/sessions/{session}/signals/{signal}/validate", content, no, do_validate},
    WebRoute{"GET", "/api/v1/sessions/{session}/graph", content, no, answer_graph},
    WebRoute{"GET", "/api/v1/sessions/{session}/graph/provenance", content, no, answer_provenance},
    WebRoute{"GET", "/api/v1/sessions/{session}/generations/{generation}", content, no, answer_generation},
    WebRoute{"GET", "/api/v1/sessions/{session}/generations/{generation}/diff", content, no,
             answer_difference},
    WebRoute{"GET", "/api/v1/sessions/{session}/generations", read, no, answer_generations},
    WebRoute{"GET", "/api/v1/sessions/{session}/agents/{agent}/history", read, no, answer_history},
    WebRoute{"GET", "/api/v1/sessions/{session}/plays", content, no, answer_plays},
    WebRoute{"GET", "/api/v1/sessions/{session}/runs", read, no, answer_runs},
    WebRoute{"GET", "/api/v1/sessions/{session}/runs/{run}", content, no, answer_run},
    WebRoute{"GET", "/api/v1/sessions/{session}/turns", content, no, answer_turns},
    WebRoute{"POST", "/api/v1/sessions/{session}/signals/{signal}/retry", operators, no, do_retry},
    WebRoute{"POST", "/api/v1/sessions/{session}/signals/{signal}/hint", operators, no, do_hint},
    WebRoute{"POST", "/api/v1/sessions/{session}/signals/{signal}/abandon", operators, no, do_abandon},
    WebRoute{"POST", "/api/v1/sessions/{session}/signals/{signal}/cancel", operators, no, do_cancel},
    WebRoute{"POST", "/api/v1/sessions/{session}/signals/{signal}/submit", agent, no, do_submit},
    WebRoute{"POST", "/api/v1/sessions/{session}/agents/{agent}/rollback", operators, no, do_rollback},
    WebRoute{"POST", "/api/v1/sessions/{session}/restore", operators, no, do_restore},
    WebRoute{"GET", "/api/v1/stories", read, no, answer_stories},
    WebRoute{"GET", "/api/v1/sessions/{session}/story/scene", content, no, answer_scene},
    WebRoute{"GET", "/api/v1/sessions/{session}/story/relations", content, no, answer_relations},
    WebRoute{"GET", "/api/v1/sessions/{session}/story/observations", content, no, answer_observations},
    WebRoute{"GET", "/api/v1/sessions/{session}/story/why", content, no, answer_why},
    WebRoute{"GET", "/api/v1/sessions/{session}/story/replay", content, no, answer_replay},
    WebRoute{"POST", "/api/v1/sessions/{session}/story/{step}", operators, no, do_story_step},
    WebRoute{"GET", "/api/v1/sessions/{session}/tuning", content, no, answer_tuning},
    WebRoute{"GET", "/api/v1/sessions/{session}/tuning/states", content, no, answer_tuning_states},
    WebRoute{"GET", "/api/v1/sessions/{session}/tuning/diff", content, no, answer_tuning_diff},
    WebRoute{"GET", "/api/v1/sessions/{session}/rules", read, no, answer_rules},
    WebRoute{"GET", "/api/v1/sessions/{session}/rules/{rule}", content, no, answer_rule},
    WebRoute{"GET", "/api/v1/sessions/{session}/rule-match", content, no, answer_rule_match},
    WebRoute{"GET", "/api/v1/sessions/{session}/plays/{play}", content, no, answer_play},
    WebRoute{"GET", "/api/v1/sessions/{session}/plays/{play}/steps/{number}", content, no, answer_play_step},
    WebRoute{"GET", "/api/v1/sessions/{session}/games/{agent}", content, no, answer_game},
    WebRoute{"GET", "/api/v1/sessions/{session}/games/{agent}/faults", content, no, answer_game_faults},
    WebRoute{"GET", "/api/v1/sessions/{session}/reports", content, no, answer_reports},
    WebRoute{"GET", "/api/v1/sessions/{session}/reports/{report}/triage", operators, no, answer_triage},
    WebRoute{"GET", "/api/v1/sessions/{session}/wishes", content, no, answer_wishes},
    WebRoute{"POST", "/api/v1/sessions/{session}/turns", agent, no, do_turn},
    WebRoute{"GET", "/api/v1/sessions/{session}/turns/{action}", content, no, answer_turn},
    WebRoute{"GET", "/api/v1/sessions/{session}/reports/{report}", content, no, answer_report},
    WebRoute{"POST", "/mcp/{session}", agent, no, do_mcp},
    WebRoute{"DELETE", "/mcp/{session}", agent, no, end_mcp},
    WebRoute{"POST", "/api/sim/{session}/report-issue", agent, no, do_report},
    WebRoute{"POST", "/api/sim/{session}/corrections/{proposal}", operators, no, do_correct},
};

/// The next part of a path, without its slash; it is taken from `path`.
std::string_view take_part(std::string_view& path) {
  path.remove_prefix(1);
  auto const part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size());
  return part;
}

bool matches(std::string_view pattern, std::vector<std::string> const& path) {
  for (auto const& given : path) {
    if (pattern.empty()) return false;
    auto const part = take_part(pattern);
    if (!part.starts_with('{') && part != given) return false;
  }
  return pattern.empty();
}

/// The segment of the path that names the session; empty if the route has none.
std::string session_in(WebRoute const& route, std::vector<std::string> const& path) {
  auto pattern = route.path;
  for (auto const& given : path)
    if (take_part(pattern) == "{session}") return given;
  return {};
}

/// An agent may act for itself, in its own session.
std::optional<WebAnswer> beyond_agent(WebContext const& context, WebRoute const& route,
                                      WebQuestion const& question, WebToken const& token) {
  if (route.answer == answer_events) return std::nullopt; // limited to its session
  if (route.scope == operators || question.session.empty())
    return web_problem(403, "the token of an agent may not do that");
  auto const key = find_session(*context.config, question.session);
  if (!key || full_path(*key) != token.session)
    return web_problem(403, "the token of an agent is for one session only");
  if (route.answer != do_submit && route.answer != do_write && route.answer != do_validate)
    return std::nullopt;
  auto const signal = parse_signal_argument(context.config->served.kinds, segment(question, 5));
  if (!signal) return web_problem(signal.error());
  if (signal->name.str() == token.agent && is_agents_work(signal->kind)) return std::nullopt;
  return web_problem(403, "the token of an agent is for the work of that agent only");
}

/// std::nullopt if it may be answered.
std::optional<WebAnswer> beyond_scope(WebContext const& context, WebRoute const& route,
                                      WebQuestion const& question) {
  auto const everyone =
      route.open == anonymous && context.config->web.anonymous == WebConfig::Anonymous::read;
  if (!question.by && everyone) return std::nullopt;
  if (!question.by)
    return web_problem(401, question.token.empty() ? "this needs a token: Authorization: Bearer …"
                                                   : "this token is not known, has expired, or was revoked");
  auto const& token = *question.by;
  if (token.scope == operators) return std::nullopt;
  if (token.scope == agent) return beyond_agent(context, route, question, token);
  if (route.scope == read || (route.scope == content && token.scope == content)) return std::nullopt;
  return web_problem(403, "the scope of this token does not allow that");
}

WebAnswer call(WebRoute const& route, WebContext const& context, WebQuestion const& question) {
  try {
    auto answer = route.answer(context, question);
    return answer ? *std::move(answer) : web_problem(answer.error());
  } catch (std::exception const& error) {
    return web_problem(500, error.what());
  }
}

bool is_some_method(std::string_view method) {
  return std::ranges::find(routes, method, &WebRoute::method) != routes.end();
}

WebAnswer no_such_path(std::string const& allowed) {
  if (allowed.empty())
    return web_problem(404, "there is nothing at this path; /api/v1/openapi.json lists all");
  auto answer = web_problem(405, "this path is not for that method");
  answer.headers["Allow"] = allowed;
  return answer;
}

} // namespace

bool waits_for_events(WebQuestion const& question) {
  return question.method == "POST" && question.path.size() == 2 && question.path.front() == "mcp";
}

std::span<WebRoute const> web_routes() noexcept {
  return routes;
}

std::string const& segment(WebQuestion const& question, std::size_t place) {
  return question.path.at(place);
}

WebAnswer answer_web(WebContext const& context, WebQuestion question) {
  auto found = TokenBook(context.config->web_tokens_path()).find(question.token);
  if (!found) // its message would tell a stranger where the file is
    return web_problem(503, "artifactd cannot read its tokens: `artifactctl doctor` says why");
  question.by = *std::move(found);
  std::string allowed;
  for (auto const& route : routes) {
    if (!matches(route.path, question.path)) continue;
    if (route.method != question.method) {
      allowed +=
          (allowed.empty() ? "" : ", ") + std::string(route.method == "GET" ? "GET, HEAD" : route.method);
      continue;
    }
    question.session = session_in(route, question.path);
    auto answer = beyond_scope(context, route, question);
    if (!answer && route.method == "POST")
      answer = context.done->once(question, [&] { return call(route, context, question); });
    if (!answer) answer = call(route, context, question);
    answer->known = question.by.has_value();
    return *std::move(answer);
  }
  // A method that is for no path reveals nothing: the paths are in the description, which is for everyone.
  auto const told = question.by || (!allowed.empty() && !is_some_method(question.method));
  auto answer =
      told ? no_such_path(allowed) : web_problem(401, "this needs a token: Authorization: Bearer …");
  answer.known = question.by.has_value();
  return answer;
}

} // namespace artifactd
