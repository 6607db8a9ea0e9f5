#include "daemon/api/core_ways.hpp"

#include "daemon/interventions/asked_step.hpp"
#include "state/dice/draws.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/finding.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using mcp::ToolResult;

constexpr std::size_t name_digits = 16;

std::string result_of(SignalName const& signal) {
  return signal.kind.word() == "turn" ? layout::turn_result_of(signal.name)
                                      : layout::report_result_of(signal.name);
}

std::string refusal_text(std::vector<Finding> const& findings) {
  std::string text = "refused";
  for (auto const& finding : findings)
    text += "\n- " + printable_lines(to_instruction(finding));
  return text;
}

/// `done`: the word for an answer.
ToolResult told(ToolPlace const& place, SignalName const& signal, AskedStep const& step,
                std::string_view done) {
  auto const file = layout::signal(signal);
  if (!step.pending.empty()) {
    place.seat.remember(signal);
    return {.text = file + ": still pending.\nCall wait with this signal to go on waiting.",
            .structured = {{"version", 1}, {"signal", file}, {"outcome", "pending"}}};
  }
  if (step.refused) {
    ToolResult answer{.text = refusal_text(step.findings),
                      .structured = {{"version", 1},
                                     {"signal", file},
                                     {"outcome", "refused"},
                                     {"findings", to_json(step.findings)}},
                      .is_error = true};
    answer.lists.emplace_back("/findings");
    return answer;
  }
  auto text = text_member(step.result, "narration_text");
  if (text.empty()) text = text_member(step.result, "category") + "\n" + text_member(step.result, "text");
  ToolResult answer{.text = printable_lines(text), .structured = step.result};
  answer.structured["version"] = 1;
  answer.structured["outcome"] = done;
  for (auto const* list : {"/events", "/actions", "/dice", "/evidence"})
    answer.lists.emplace_back(list);
  return answer;
}

Result<SignalName> fresh_signal(ToolPlace const& place, std::string_view kind) {
  return parse_signal_argument(place.config.served.kinds,
                               fmt::format("ask-{}.{}", dice::fresh_seed().substr(0, name_digits), kind));
}

Result<ToolResult> asked(ToolPlace const& place, ToolCall const& call, SignalName const& signal,
                         Json const& request, std::string_view done) {
  Case const chosen{place.config, TRY(place.seat.enter(place.config)), signal};
  auto const step = TRY(ask_step(chosen, request, result_of(signal), place.seat.wait(), call.goes_on));
  return told(place, signal, step, done);
}

Result<ToolResult> turn_say(ToolPlace const& place, ToolCall const& call) {
  auto request = call.arguments;
  if (text_member(request, "user_action_id").empty())
    request["user_action_id"] = "mcp-" + dice::fresh_seed().substr(0, name_digits);
  return asked(place, call, TRY(fresh_signal(place, "turn")), request, "played");
}

Result<ToolResult> report_issue(ToolPlace const& place, ToolCall const& call) {
  auto request = call.arguments;
  // Requests of reports call them so (docs/reports.md).
  if (auto const player = text_member(request, "player"); !player.empty()) request["playerId"] = player;
  request.erase("player");
  return asked(place, call, TRY(fresh_signal(place, "report")), request, "answered");
}

/// It was made before; its request is not written again.
Result<ToolResult> wait_on(ToolPlace const& place, ToolCall const& call, SignalName const& signal,
                           std::string_view done) {
  Case const chosen{place.config, TRY(place.seat.enter(place.config)), signal};
  return told(place, signal, TRY(await_step(chosen, result_of(signal), place.seat.wait(), call.goes_on)),
              done);
}

} // namespace

ToolWays ways_of_core() {
  return {
      .turn_say = turn_say,
      .report_issue = report_issue,
      .wait_for_turn = [](ToolPlace const& place, ToolCall const& call,
                          SignalName const& signal) { return wait_on(place, call, signal, "played"); },
      .wait_for_report = [](ToolPlace const& place, ToolCall const& call,
                            SignalName const& signal) { return wait_on(place, call, signal, "answered"); },
      .status_text = [](StatusFound const& found) { return pretty(to_json(found)); }};
}

} // namespace artifactd
