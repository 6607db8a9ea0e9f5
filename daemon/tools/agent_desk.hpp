// Everything that an MCP client can ask for on behalf of one agent, answered. It knows nothing of how
// messages travel.
#pragma once

#include "daemon/tools/tools.hpp"

#include <optional>
#include <variant>

namespace artifactd {

class AgentDesk {
public:
  /// What was asked for, or what was wrong.
  using Done = std::variant<Json, mcp::Mistake>;

  explicit AgentDesk(Kinds const& served) : tools_(all_tools(served)) {}

  [[nodiscard]] mcp::Offer offer(AgentSeat const& seat) const;

  /// `place` has the configuration as it is now.
  [[nodiscard]] Done answer(mcp::Work const& work, mcp::Revision revision, ToolPlace const& place,
                            ToolCall const& call) const;

  /// Whether that tool changes something.
  [[nodiscard]] bool changes(mcp::Work const& work) const;
  /// The signal of the agent that the tool is used for; std::nullopt if it is for another one, or for none.
  [[nodiscard]] std::optional<SignalName> own_signal(mcp::Work const& work, AgentSeat const& seat,
                                                     Config const& config) const;

private:
  std::vector<Tool> tools_;
};

/// The answer if there is no configuration to answer with.
[[nodiscard]] AgentDesk::Done unanswered(mcp::Work const& work, mcp::Revision revision, Error const& error);

} // namespace artifactd
