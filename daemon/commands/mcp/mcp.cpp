#include "daemon/commands/commands.hpp"
#include "daemon/commands/mcp/resources.hpp"
#include "daemon/commands/mcp/stdio_server.hpp"
#include "daemon/commands/mcp/tools.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/version.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

using mcp::ErrorCode;
using mcp::Mistake;
using mcp::Work;
using Done = std::variant<Json, Mistake>;

/// Standard output for answers alone: whatever else is printed goes to standard error.
class AnswersOnly {
public:
  AnswersOnly() : answers_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    std::fflush(stdout);
    if (answers_) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  ~AnswersOnly() {
    std::fflush(stdout);
    if (answers_) ::dup2(answers_.get(), STDOUT_FILENO);
  }
  AnswersOnly(AnswersOnly const&) = delete;
  AnswersOnly& operator=(AnswersOnly const&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return answers_.get(); }

private:
  UniqueFd answers_;
};

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

/// Everything a client can ask for, answered with the configuration as it is then.
class AgentDesk {
public:
  AgentDesk(Cli const& cli, AgentSeat seat, Kinds const& served)
      : cli_(cli), seat_(std::move(seat)), tools_(all_tools(served)) {}

  [[nodiscard]] mcp::Offer offer() const {
    mcp::Offer offer{
        .version = std::string(version_text), .instructions = instructions_for(seat_), .tools = {}};
    for (auto const& tool : tools_)
      offer.tools.push_back(tool.offer);
    return offer;
  }

  [[nodiscard]] Done answer(Work const& work, mcp::Revision revision, ToolCall const& call) const {
    auto const config = load_with_running_roots(cli_.source);
    if (!config) {
      Error const error{Fault::invalid, "artifactd's configuration has errors: artifactctl config check"};
      if (work.what == Work::What::tool) return to_json(failed(error), revision);
      return mistake_of(work, error);
    }
    if (work.what != Work::What::tool) return resource_answer(work, *config);
    auto const tool = std::ranges::find(tools_, work.name, [](Tool const& each) { return each.offer.name; });
    return to_json(use(*tool, {cli_, seat_, *config}, call), revision);
  }

private:
  [[nodiscard]] Done resource_answer(Work const& work, Config const& config) const {
    auto const named = seat_.enter(config);
    if (!named) return mistake_of(work, named.error());
    auto const all = resources_of(seat_, config, *named);
    if (work.what == Work::What::resource_list) return to_json(all);
    auto const found = std::ranges::find(all, work.name, &Resource::uri);
    if (found == all.end())
      return Mistake{ErrorCode::unknown_resource, "there is no such resource: " + printable(work.name),
                     work.id};
    auto const text = found->read();
    if (!text) return mistake_of(work, text.error());
    return mcp::resource_result(found->uri, "application/json", *text);
  }

  Cli const& cli_;
  AgentSeat seat_;
  std::vector<Tool> tools_;
};

Result<Exit> serve(Cli const& cli, Config const& config, McpOptions const& options) {
  if (options.wait > McpOptions::longest_wait)
    return tell(cli, "--wait: clients give up after a minute: at most 45s"), Exit::usage;
  auto seat = AgentSeat::find(config, options);
  if (!seat && seat.error().fault == Fault::invalid) return complain(cli, seat.error()), Exit::usage;
  if (!seat) return fail(std::move(seat).error());
  open_log({.level = LogLevel::error});
  AnswersOnly const out;
  if (out.descriptor() < 0) return fail(Fault::io, "there is no standard output to answer on");
  AgentDesk const desk(cli, *std::move(seat), config.served.kinds);
  StdioServer server(desk.offer(),
                     [&desk](Work const& work, mcp::Revision revision, ToolCall const& call) {
                       return desk.answer(work, revision, call);
                     },
                     {.in = STDIN_FILENO, .out = out.descriptor()});
  if (TRY(server.run()) == StdioServer::End::at_work)
    std::_Exit(static_cast<int>(Exit::ok)); // what is begun goes on at the next start, as after a kill
  return Exit::ok;
}

} // namespace

Exit mcp_command(Cli const& cli, McpOptions const& options) {
  return run_configured(cli, configuration(cli), options, serve);
}

} // namespace artifactd
