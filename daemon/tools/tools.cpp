#include "daemon/tools/tools.hpp"

#include "daemon/process/exit.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

std::string argument_text(std::vector<Finding> const& findings) {
  std::string text = "the arguments do not fit:";
  for (auto const& finding : findings) {
    auto const where = finding.pointer.value_or("");
    text += fmt::format("\n- {}{}", where.empty() ? "" : printable(where) + ": ", printable(finding.message));
    if (!finding.expected.empty()) text += ", expected: " + printable(finding.expected);
    if (!finding.hint.empty()) text += ". " + printable(finding.hint);
  }
  return text;
}

mcp::ToolResult misused(std::vector<Finding> const& findings) {
  auto result = failed({Fault::invalid, argument_text(findings)});
  result.structured["error"]["code"] = exit_word(Exit::usage);
  result.structured["findings"] = to_json(findings);
  result.lists.emplace_back("/findings");
  return result;
}

} // namespace

mcp::ToolResult failed(Error const& error) {
  return {.text = printable_lines(error.message),
          .structured = {{"version", 1},
                         {"error", {{"code", exit_word(exit_for(error))}, {"message", error.message}}}},
          .is_error = true};
}

Result<mcp::ToolResult> turn_say_tool(ToolPlace const& place, ToolCall const& call) {
  return place.ways.turn_say(place, call);
}

Result<mcp::ToolResult> report_issue_tool(ToolPlace const& place, ToolCall const& call) {
  return place.ways.report_issue(place, call);
}

mcp::ToolResult use(Tool const& tool, ToolPlace const& place, ToolCall const& call) {
  auto const wrong = tool.input.findings("arguments", compact(call.arguments));
  if (!wrong) return failed(wrong.error());
  if (has_error(*wrong)) return misused(*wrong);
  auto result = tool.act(place, call);
  return result ? *std::move(result) : failed(result.error());
}

} // namespace artifactd
