// The tools of an agent: the description of each, and its function. They do not depend on the transport.
#pragma once

#include "daemon/mcp/conversation.hpp"
#include "daemon/mcp/tool_result.hpp"
#include "daemon/queries/status.hpp"
#include "daemon/tools/agent_seat.hpp"
#include "daemon/tools/tool_call.hpp"
#include "merge/schema/schema.hpp"

#include <functional>
#include <string>

namespace artifactd {

struct ToolPlace;
using ToolAct = std::function<Result<mcp::ToolResult>(ToolPlace const&, ToolCall const&)>;
using ToolWait = std::function<Result<mcp::ToolResult>(ToolPlace const&, ToolCall const&, SignalName const&)>;

/// What depends on the process: in the daemon nobody else has to be asked, and a command may have to do
/// everything itself.
struct ToolWays {
  ToolAct turn_say;
  ToolAct report_issue;
  /// The rest of `wait` for what these two have made.
  ToolWait wait_for_turn;
  ToolWait wait_for_report;
  std::function<std::string(StatusFound const&)> status_text;
};

/// Where a tool acts, and for whom.
struct ToolPlace {
  AgentSeat const& seat;
  Config const& config; ///< as it is now
  ToolWays const& ways;
};

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
// tools.cpp, by way of ToolWays
Result<mcp::ToolResult> turn_say_tool(ToolPlace const& place, ToolCall const& call);
Result<mcp::ToolResult> report_issue_tool(ToolPlace const& place, ToolCall const& call);

} // namespace artifactd
