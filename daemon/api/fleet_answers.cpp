// Answers about everything that is served.
#include "daemon/api/session_ids.hpp"
#include "daemon/api/web_routes.hpp"
#include "daemon/queries/event_json.hpp"
#include "daemon/queries/model_list.hpp"
#include "daemon/queries/named_session.hpp"
#include "daemon/queries/stats.hpp"
#include "daemon/queries/status.hpp"
#include "daemon/queries/waiting.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::int64_t most_rows = 1000;
constexpr std::int64_t usual_rows = 100;

/// The path of the session that the parameter names; std::nullopt without it.
Result<std::optional<std::string>> asked_session(WebContext const& context, WebQuestion const& question) {
  auto const id = question.parameter("session");
  if (id.empty()) return std::nullopt;
  return full_path(TRY(find_session(*context.config, id)));
}

Json counts_of(StatusFound const& found) {
  auto whole = to_json(found);
  return {{"version", 1},
          {"counts", whole["counts"]},
          {"sessions", whole["sessions"]},
          {"pending", whole["pending"]}};
}

} // namespace

Result<WebAnswer> answer_ready(WebContext const& context, WebQuestion const& question) {
  auto const board = running_daemon(*context.config);
  auto const ready = board && board->health == Board::Health::ok;
  Json json{{"version", 1}, {"ready", ready}, {"health", board ? health_word(board->health) : "unknown"}};
  // Reasons name roots and sessions.
  if (!ready && question.by) json["reason"] = board ? board->reason : board.error().message;
  return document(json, ready ? 200 : 503);
}

Result<WebAnswer> answer_metrics(WebContext const& context, WebQuestion const&) {
  return WebAnswer{.text = context.metrics, .type = "text/plain; version=0.0.4; charset=utf-8"};
}

Result<WebAnswer> answer_counts(WebContext const& context, WebQuestion const&) {
  return document(counts_of(TRY(look_at_status(*context.config, std::nullopt))));
}

Result<WebAnswer> answer_roots(WebContext const& context, WebQuestion const&) {
  auto const names = root_names(context.config->roots);
  auto const board = running_daemon(*context.config);
  auto list = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto const& root = context.config->roots[i];
    Json json{{"name", names[i]}, {"path", root.path}, {"depth", root.depth}};
    if (board)
      if (auto const row = std::ranges::find(board->roots, root.path, &BoardRoot::path);
          row != board->roots.end())
        json["sessions"] = row->sessions;
    list.push_back(std::move(json));
  }
  return document({{"version", 1}, {"roots", std::move(list)}});
}

Result<WebAnswer> answer_sessions(WebContext const& context, WebQuestion const& question) {
  auto const limit = static_cast<std::size_t>(TRY(question.number("limit", usual_rows, 1, most_rows)));
  auto const after = question.parameter("after");
  std::vector<StuckRow> troubles;
  auto const sessions = all_sessions(*context.config, troubles);
  auto list = Json::array();
  auto begun = after.empty();
  std::string next;
  for (auto const& key : sessions) {
    auto const id = session_id(context.config->roots, key);
    if (!begun) {
      begun = id == after;
      continue;
    }
    if (list.size() == limit) {
      next = list.back()["id"].get<std::string>();
      break;
    }
    list.push_back({{"id", id}, {"session", full_path(key)}});
  }
  if (!begun)
    return fail(Fault::missing, "the session after which the list was to go on is gone: begin again");
  Json json{{"version", 1}, {"total", sessions.size()}, {"sessions", std::move(list)}};
  if (!next.empty()) json["next"] = next;
  return document(json);
}

Result<WebAnswer> answer_status(WebContext const& context, WebQuestion const& question) {
  return document(to_json(TRY(look_at_status(*context.config, TRY(asked_session(context, question))))));
}

Result<WebAnswer> answer_inbox(WebContext const& context, WebQuestion const& question) {
  auto json = to_json(TRY(look_at_inbox(*context.config, TRY(asked_session(context, question)))));
  for (auto& each : json["waiting"])
    each["session_id"] = id_of_path(context.config->roots, each["session"].get<std::string>());
  return document(json);
}

Result<WebAnswer> answer_log(WebContext const& context, WebQuestion const& question) {
  EventFilter filter{.session = TRY(asked_session(context, question)),
                     .after_id = TRY(question.number("after", 0, 0, INT64_MAX))};
  if (auto const outcome = question.parameter("outcome"); !outcome.empty()) filter.outcome = outcome;
  if (auto const text = question.parameter("signal"); !text.empty()) {
    auto const signal = TRY(parse_signal_argument(context.config->served.kinds, text));
    filter.name = signal.name.str();
    filter.kind = signal.kind.word();
  }
  auto const limit = static_cast<std::size_t>(TRY(question.number("limit", usual_rows, 1, most_rows)));
  auto const forward = question.parameters.contains("after");
  auto reader = TRY(JournalReader::open(context.config->journal_path()));
  auto events = TRY(forward ? reader.following(limit + 1, filter) : reader.recent(limit, filter));
  auto const more = events.size() > limit;
  if (more) events.pop_back();
  auto list = Json::array();
  for (auto const& event : events) {
    auto json = to_json(event);
    if (!question.may_see_content()) json.erase("detail");
    list.push_back(std::move(json));
  }
  Json json{{"version", 1}, {"events", std::move(list)}};
  if (more) json["next"] = events.back().id;
  return document(json);
}

Result<WebAnswer> answer_stats(WebContext const& context, WebQuestion const& question) {
  return document(to_json(TRY(count_events(*context.config, 0, TRY(asked_session(context, question))))));
}

Result<WebAnswer> answer_models(WebContext const& context, WebQuestion const&) {
  return document(to_json(list_models(*context.config, context.source)));
}

/// The web process makes the stream; here it is found out what the bearer may see of it.
Result<WebAnswer> answer_events(WebContext const&, WebQuestion const& question) {
  return WebAnswer{.stream = WebStream{question.may_see_content(), question.by->session}};
}

} // namespace artifactd
