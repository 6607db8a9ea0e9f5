#include "daemon/tools/agent_desk.hpp"

#include "daemon/process/version.hpp"
#include "daemon/tools/resources.hpp"
#include "state/json/json_member.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using mcp::ErrorCode;
using mcp::Mistake;
using mcp::Work;
using Done = AgentDesk::Done;

std::string instructions_for(AgentSeat const& seat) {
  return fmt::format(
      "You are the agent {} in the session {}. You write files and submit them; artifactd checks them and "
      "merges "
      "what is valid into the session's knowledge graph, under your name. Call submit with your files (or "
      "write_artifact for each, then submit). If it is refused, the answer says what is wrong and where: "
      "repair "
      "exactly that, and submit again; attempts are limited. While an answer is pending, call wait. validate "
      "checks without counting an attempt; query_graph shows what is in the graph.",
      seat.agent().str(), printable(seat.session()));
}

Mistake mistake_of(Work const& work, Error const& error) {
  return {error.fault == Fault::missing ? ErrorCode::unknown_resource : ErrorCode::internal,
          printable(error.message), work.id};
}

Done resource_answer(Work const& work, ToolPlace const& place) {
  auto const named = place.seat.enter(place.config);
  if (!named) return mistake_of(work, named.error());
  auto const all = resources_of(place.seat, place.config, *named);
  if (work.what == Work::What::resource_list) return to_json(all);
  auto const found = std::ranges::find(all, work.name, &Resource::uri);
  if (found == all.end())
    return Mistake{ErrorCode::unknown_resource, "there is no such resource: " + printable(work.name),
                   work.id};
  auto const text = found->read();
  if (!text) return mistake_of(work, text.error());
  return mcp::resource_result(found->uri, "application/json", *text);
}

Tool const* tool_of(std::vector<Tool> const& tools, std::string const& name) {
  auto const tool = std::ranges::find(tools, name, [](Tool const& each) { return each.offer.name; });
  return tool == tools.end() ? nullptr : &*tool;
}

} // namespace

mcp::Offer AgentDesk::offer(AgentSeat const& seat) const {
  mcp::Offer offer{.version = std::string(version_text), .instructions = instructions_for(seat), .tools = {}};
  for (auto const& tool : tools_)
    offer.tools.push_back(tool.offer);
  return offer;
}

Done AgentDesk::answer(Work const& work, mcp::Revision revision, ToolPlace const& place,
                       ToolCall const& call) const {
  if (work.what != Work::What::tool) return resource_answer(work, place);
  return to_json(use(*tool_of(tools_, work.name), place, call), revision);
}

bool AgentDesk::changes(Work const& work) const {
  auto const* tool = work.what == Work::What::tool ? tool_of(tools_, work.name) : nullptr;
  return tool != nullptr && !tool->offer.read_only;
}

std::optional<SignalName> AgentDesk::own_signal(Work const& work, AgentSeat const& seat,
                                                Config const& config) const {
  auto const* tool = work.what == Work::What::tool ? tool_of(tools_, work.name) : nullptr;
  auto const of_a_kind = tool != nullptr && tool->offer.input["properties"].contains("kind");
  if (!of_a_kind || !text_member(work.arguments, "signal").empty()) return std::nullopt;
  auto signal = seat.own_signal(config, text_member(work.arguments, "kind"));
  return signal ? std::optional(*std::move(signal)) : std::nullopt;
}

Done unanswered(Work const& work, mcp::Revision revision, Error const& error) {
  if (work.what == Work::What::tool) return to_json(failed(error), revision);
  return mistake_of(work, error);
}

} // namespace artifactd
