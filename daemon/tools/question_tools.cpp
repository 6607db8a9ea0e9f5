// validate, status, query_graph and hint_read: the answers of `artifactctl validate` and `status`, the graph
// through jq, and what a person has told the agent. None of them changes anything.
#include "daemon/process/exit.hpp"
#include "daemon/queries/graph_state.hpp"
#include "daemon/queries/validation.hpp"
#include "daemon/queries/work.hpp"
#include "daemon/settling/policies.hpp"
#include "daemon/tools/tools.hpp"
#include "merge/jq/jq_program.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/instructions.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

using mcp::ToolResult;

Result<std::vector<Finding>> findings_in(ToolPlace const& place, Session const& session,
                                         SignalName const& signal) {
  if (!signal.kind.is_default()) return judge_work(place.config, session, signal);
  auto validation = TRY(validate(session, signal.name.str(), kg_policy(place.config)));
  return std::move(validation.agents.at(0).findings);
}

std::string findings_text(std::vector<Finding> const& findings, SignalName const& signal) {
  auto text = signal_word(signal) +
              (has_error(findings) ? ": " + how_many(findings.size(), "problem") : std::string(": valid"));
  for (auto const& finding : findings)
    text += "\n- " + printable_lines(to_instruction(finding));
  return text;
}

/// What an agent may know about the daemon: nothing about other sessions.
Json brief_daemon(StatusFound const& found) {
  auto const& daemon = found.daemon;
  if (!daemon.reports()) return {{"running", false}, {"reason", daemon.reason}};
  return {{"running", true}, {"health", health_word(daemon.board->health)}, {"reason", daemon.board->reason}};
}

/// jq is stopped after so many.
bool may_have_more(JqAnswer const& answer) noexcept {
  return answer.outputs.size() >= jq::most_outputs;
}

std::string filter_text(JqAnswer const& answer) {
  auto text = fmt::format("{}", fmt::join(answer.outputs, "\n"));
  if (may_have_more(answer))
    text = fmt::format("[only the first {} outputs; collect them, as in [.entities[]]]\n", jq::most_outputs) +
           text;
  if (!answer.error.empty())
    text += fmt::format("{}jq: {}", text.empty() ? "" : "\n", printable_lines(answer.error));
  return text.empty() ? "(no output)" : text;
}

/// jq's outputs are JSON that it printed itself, as deep as it goes.
Json outputs_of(JqAnswer const& answer) {
  auto outputs = Json::array();
  for (auto const& each : answer.outputs) {
    auto const flat_enough = json::scan(each, {.depth = mcp::deepest_line}).has_value();
    outputs.push_back(flat_enough ? Json::parse(each, nullptr, false) : Json(each));
  }
  return outputs;
}

std::string hints_text(SignalName const& signal, Json const& hints) {
  if (hints.empty()) return signal_word(signal) + ": there is no hint";
  std::string text = "A person says:";
  for (auto const& hint : hints)
    text += "\n- " + printable_lines(text_member(hint, "text"));
  return text;
}

} // namespace

Result<ToolResult> validate_tool(ToolPlace const& place, ToolCall const& call) {
  auto const signal = TRY(place.seat.own_signal(place.config, text_member(call.arguments, "kind")));
  auto const named = TRY(place.seat.enter(place.config));
  auto const findings = TRY(findings_in(place, named.session, signal));
  ToolResult answer{.text = findings_text(findings, signal),
                    .structured = {{"version", 1},
                                   {"signal", layout::signal(signal)},
                                   {"valid", !has_error(findings)},
                                   {"findings", to_json(findings)}}};
  answer.lists.emplace_back("/findings");
  return answer;
}

Result<ToolResult> status_tool(ToolPlace const& place, ToolCall const& /*call*/) {
  TRY(place.seat.enter(place.config)); // it is still the same session
  auto const found = TRY(look_at_status(place.config, place.seat.session()));
  ToolResult answer{.text = place.ways.status_text(found), .structured = to_json(found)};
  answer.structured["daemon"] = brief_daemon(found);
  for (auto const* list : {"/noticed", "/stuck", "/at_work"})
    answer.lists.emplace_back(list);
  return answer;
}

Result<ToolResult> query_graph_tool(ToolPlace const& place, ToolCall const& call) {
  auto const named = TRY(place.seat.enter(place.config));
  auto const graph = TRY(graph_text(place.config, named.session));
  call.let_next();
  auto const filter = text_member(call.arguments, "filter");
  auto const answer = TRY(run_jq(filter.empty() ? "." : filter, graph, place.config.jq));
  ToolResult told{.text = filter_text(answer),
                  .structured = {{"version", 1}, {"outputs", outputs_of(answer)}},
                  .is_error = !answer.error.empty()};
  if (told.is_error)
    told.structured["error"] = {{"code", exit_word(Exit::judged_bad)}, {"message", answer.error}};
  if (may_have_more(answer)) told.structured["maybe_more"] = true;
  told.lists.emplace_back("/outputs");
  return told;
}

Result<ToolResult> hint_read_tool(ToolPlace const& place, ToolCall const& call) {
  auto const signal = TRY(place.seat.own_signal(place.config, text_member(call.arguments, "kind")));
  auto const named = TRY(place.seat.enter(place.config));
  auto const instructions = TRY(unless_missing(read_instructions(named.session.directory(), signal)));
  Json told{{"version", 1}, {"signal", layout::signal(signal)}, {"hints", Json::array()}};
  if (instructions && instructions->is_object())
    for (auto const* member : {"hints", "attempt", "budget", "next"})
      if (auto const found = instructions->find(member); found != instructions->end()) told[member] = *found;
  if (!told["hints"].is_array()) told["hints"] = Json::array(); // agents can write that file
  ToolResult answer{.text = hints_text(signal, told["hints"]), .structured = std::move(told)};
  answer.lists.emplace_back("/hints");
  return answer;
}

} // namespace artifactd
