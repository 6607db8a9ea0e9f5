// The routes of the API: method, path, scope, and the function that answers. Those functions may block on
// disks.
#pragma once

#include "daemon/api/agent_seats.hpp"
#include "daemon/api/checks_at_once.hpp"
#include "daemon/api/done_actions.hpp"
#include "daemon/api/web_question.hpp"
#include "daemon/config/config.hpp"
#include "daemon/queries/graph_versions.hpp"
#include "state/journal/journal.hpp"

#include <functional>
#include <memory>
#include <span>

namespace artifactd {

/// What answering needs.
struct WebContext {
  std::shared_ptr<Config const> config;
  ConfigSource source;
  Journal* journal = nullptr;        ///< records who did what
  std::shared_ptr<DoneActions> done; ///< so that a repeated action is not done twice
  std::shared_ptr<ChecksAtOnce> checks;
  std::shared_ptr<KnownEntries> known;
  std::shared_ptr<AgentSeats> seats;
  std::string metrics = {}; ///< the text for Prometheus, if it was asked for
};

struct WebRoute {
  std::string_view method;
  std::string_view path; ///< "/api/v1/sessions/{session}"; a part in braces matches any segment
  /// The lowest scope that may use it. The token of an agent is limited to its own session.
  WebScope scope;
  enum class Open : bool {
    no,
    anonymous
  } open = Open::no; ///< anonymous: everyone, if [web] anonymous says so
  Result<WebAnswer> (*answer)(WebContext const&, WebQuestion const&);
};

[[nodiscard]] std::span<WebRoute const> web_routes() noexcept;

/// Whether answering may mean to wait for a verdict.
[[nodiscard]] bool waits_for_events(WebQuestion const& question);

/// Checks the token, finds the route and answers.
[[nodiscard]] WebAnswer answer_web(WebContext const& context, WebQuestion question);

/// The segment of the path at this place, counted from 0; the route has matched.
[[nodiscard]] std::string const& segment(WebQuestion const& question, std::size_t place);

// The answers, by subject. See docs/http-api.md.

Result<WebAnswer> answer_ready(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_metrics(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_counts(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_roots(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_sessions(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_status(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_inbox(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_log(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_stats(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_models(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_events(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_session(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_signal(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_attempts(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_graph(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_generation(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_difference(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_provenance(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_generations(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_history(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_runs(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_run(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_files(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_file(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_validate(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_write(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_stories(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_turns(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_scene(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_relations(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_why(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_observations(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_replay(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_story_step(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_tuning(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_tuning_states(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_tuning_diff(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_rules(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_rule(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_rule_match(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_plays(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_play(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_play_step(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_reports(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_triage(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_wishes(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_game(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_game_faults(WebContext const&, WebQuestion const&);

Result<WebAnswer> answer_report(WebContext const&, WebQuestion const&);
Result<WebAnswer> answer_turn(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_report(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_correct(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_turn(WebContext const&, WebQuestion const&);

Result<WebAnswer> do_mcp(WebContext const&, WebQuestion const&);
Result<WebAnswer> end_mcp(WebContext const&, WebQuestion const&);

Result<WebAnswer> do_retry(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_hint(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_abandon(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_cancel(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_rollback(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_restore(WebContext const&, WebQuestion const&);
Result<WebAnswer> do_submit(WebContext const&, WebQuestion const&);

} // namespace artifactd
