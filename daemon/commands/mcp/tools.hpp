// The tools of `artifactctl mcp`: the description of each, and its function. They do not depend on the
// transport.
#pragma once

#include "daemon/commands/mcp/agent_seat.hpp"
#include "daemon/commands/mcp/tool_call.hpp"
#include "daemon/mcp/conversation.hpp"
#include "daemon/mcp/tool_result.hpp"
#include "merge/schema/schema.hpp"

namespace artifactd {

/// Where a tool acts, and for whom.
struct ToolPlace {
  Cli const& cli;
  AgentSeat const& seat;
  Config const& config; ///< as it is now
};

using ToolAct = Result<mcp::ToolResult> (*)(ToolPlace const&, ToolCall const&);

struct Tool {
  mcp::ToolOffer offer;
  CompiledSchema input; ///< `offer.input`
  ToolAct act;
};

[[nodiscard]] std::vector<Tool> all_tools(Kinds const& served);

/// Checks the arguments, then acts; every failure is a result that a model can read.
[[nodiscard]] mcp::ToolResult use(Tool const& tool, ToolPlace const& place, ToolCall const& call);

/// For tools that failed: {version, error: {code, message}}.
[[nodiscard]] mcp::ToolResult failed(Error const& error);

// submission_tools.cpp
Result<mcp::ToolResult> write_artifact_tool(ToolPlace const& place, ToolCall const& call);
Result<mcp::ToolResult> submit_tool(ToolPlace const& place, ToolCall const& call);
Result<mcp::ToolResult> wait_tool(ToolPlace const& place, ToolCall const& call);
// question_tools.cpp
Result<mcp::ToolResult> validate_tool(ToolPlace const& place, ToolCall const& call);
Result<mcp::ToolResult> status_tool(ToolPlace const& place, ToolCall const& call);
Result<mcp::ToolResult> query_graph_tool(ToolPlace const& place, ToolCall const& call);
Result<mcp::ToolResult> hint_read_tool(ToolPlace const& place, ToolCall const& call);
// play_tools.cpp
Result<mcp::ToolResult> turn_say_tool(ToolPlace const& place, ToolCall const& call);
Result<mcp::ToolResult> report_issue_tool(ToolPlace const& place, ToolCall const& call);
/// The rest of `wait` for what these two have made.
Result<mcp::ToolResult> wait_for_turn(ToolPlace const& place, ToolCall const& call, SignalName const& signal);
Result<mcp::ToolResult> wait_for_report(ToolPlace const& place, ToolCall const& call,
                                        SignalName const& signal);

} // namespace artifactd
