// turn_say and report_issue: `artifactctl turn say` and `report ask`.
#include "daemon/commands/mcp/command_ways.hpp"

#include "daemon/commands/report/report_order.hpp"
#include "daemon/commands/status/status_page.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/commands/turn/turn_order.hpp"
#include "daemon/commands/turn/turn_text.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

using mcp::ToolResult;

constexpr std::size_t text_columns = 100;

std::string refusal_text(std::vector<Finding> const& findings) {
  std::string text = "refused";
  for (auto const& finding : findings)
    text += "\n- " + printable_lines(to_instruction(finding));
  return text;
}

ToolResult still_pending(std::string const& signal, std::string const& why) {
  return {.text = fmt::format("{}: still pending: {}\nCall wait with this signal to go on waiting.", signal,
                              printable(why)),
          .structured = {{"version", 1}, {"signal", signal}, {"outcome", "pending"}, {"reason", why}}};
}

std::string last_part(std::string const& path) {
  return path.substr(path.rfind('/') + 1); // npos + 1: the whole path
}

ToolResult told_step(ToolPlace const& place, StepDone const& done, Json const& request) {
  if (!done.pending.empty()) {
    auto const file = last_part(done.signal);
    if (auto const signal = parse_signal_argument(place.config.served.kinds, file))
      place.seat.remember(*signal);
    auto answer = still_pending(file, std::string(trimmed(done.pending)));
    answer.structured["user_action_id"] = text_member(request, "user_action_id");
    return answer;
  }
  auto const played = done.exit == Exit::ok;
  ToolResult answer{.text = played ? step_text(done.result, text_columns, Colour::off)
                                   : refusal_text(done.findings),
                    .structured = to_json(done, request),
                    .is_error = !played};
  answer.structured["outcome"] = played ? "played" : "refused";
  for (auto const* list : {"/findings", "/events", "/actions", "/dice"})
    answer.lists.emplace_back(list);
  return answer;
}

OnStep on_step_of(ToolCall const& call) {
  return [&call](std::string const& what, std::string const& text) {
    if (auto const line = progress_text(what, text); !line.empty()) call.tell(line);
  };
}

ToolResult told_report(ReportDone const& done) {
  if (done.answer.is_null()) {
    ToolResult answer{.text = refusal_text(done.findings),
                      .structured = {{"version", 1}, {"findings", to_json(done.findings)}},
                      .is_error = true};
    answer.structured["outcome"] = "refused";
    answer.lists.emplace_back("/findings");
    return answer;
  }
  ToolResult answer{.text = printable(text_member(done.answer, "category")) + "\n" +
                            printable_lines(text_member(done.answer, "text")),
                    .structured = done.answer};
  answer.structured["outcome"] = "answered";
  answer.lists.emplace_back("/evidence");
  return answer;
}

Result<ToolResult> settled_report(ToolPlace const& place, ToolCall const& call, Case const& chosen) {
  auto const done = settle_report(chosen, place.seat.wait(), call.goes_on);
  if (!done && done.error().fault == Fault::busy) {
    place.seat.remember(chosen.signal);
    return still_pending(layout::signal(chosen.signal), done.error().message);
  }
  if (!done) return fail(Error(done.error()));
  if (done->answer.is_null()) TRY(withdraw_report(chosen));
  return told_report(*done);
}

Result<ToolResult> turn_say(Cli const& cli, ToolPlace const& place, ToolCall const& call) {
  auto const& said = call.arguments;
  TurnStepOptions options{.session = place.seat.session(),
                          .what = "say",
                          .id = text_member(said, "user_action_id"),
                          .text = text_member(said, "text")};
  if (auto const scene = said.find("expect_scene"); scene != said.end())
    options.expect_scene = scene->get<std::int64_t>();
  TRY(place.seat.enter(place.config)); // it is still the same session
  call.let_next();
  auto request = request_of(options);
  auto const done = TRY(do_step(cli, place.config, options.session, request, place.seat.wait(),
                                on_step_of(call), call.goes_on));
  return told_step(place, done, request);
}

Result<ToolResult> wait_for_turn(Cli const& cli, ToolPlace const& place, ToolCall const& call,
                                 SignalName const& signal) {
  Case const chosen{place.config, TRY(place.seat.enter(place.config)), signal};
  auto const done = TRY(go_on(cli, chosen, place.seat.wait(), on_step_of(call), call.goes_on));
  return told_step(place, done, {{"do", "say"}, {"user_action_id", nullptr}});
}

Result<ToolResult> report_issue(ToolPlace const& place, ToolCall const& call) {
  auto const& said = call.arguments;
  ReportOptions options{.what = ReportOptions::What::ask,
                        .session = place.seat.session(),
                        .name = text_member(said, "message"),
                        .play = text_member(said, "play"),
                        .player = text_member(said, "player"),
                        .about = text_member(said, "about")};
  options.step = said.value("step", std::uint64_t{0});
  Case const chosen{place.config, TRY(place.seat.enter(place.config)), TRY(fresh_report_signal())};
  TRY(submit_report(chosen, options));
  call.let_next();
  return settled_report(place, call, chosen);
}

Result<ToolResult> wait_for_report(ToolPlace const& place, ToolCall const& call, SignalName const& signal) {
  return settled_report(place, call, {place.config, TRY(place.seat.enter(place.config)), signal});
}

std::string status_text(StatusFound const& found) {
  StatusForm const form{.detail = StatusOptions::Detail::full,
                        .size = {},
                        .colour = Colour::off,
                        .charset = Charset::utf8,
                        .now_ns = wall_now_ns()};
  return fmt::format("{}", fmt::join(status_lines(found, form), "\n"));
}

} // namespace

ToolWays ways_of_command(Cli const& cli) {
  return {
      .turn_say = [&cli](ToolPlace const& place, ToolCall const& call) { return turn_say(cli, place, call); },
      .report_issue = report_issue,
      .wait_for_turn = [&cli](ToolPlace const& place, ToolCall const& call,
                              SignalName const& signal) { return wait_for_turn(cli, place, call, signal); },
      .wait_for_report = wait_for_report,
      .status_text = status_text};
}

} // namespace artifactd
