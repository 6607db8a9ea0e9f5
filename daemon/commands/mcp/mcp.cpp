#include "daemon/commands/commands.hpp"
#include "daemon/commands/mcp/command_ways.hpp"
#include "daemon/commands/mcp/stdio_server.hpp"
#include "daemon/process/log.hpp"
#include "daemon/queries/running_config.hpp"
#include "daemon/tools/agent_desk.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

using mcp::Work;

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

/// With the configuration as it is then, or with the running daemon's former one if it has errors.
AgentDesk::Done answer(Cli const& cli, AgentDesk const& desk, AgentSeat const& seat, ToolWays const& ways,
                       Work const& work, mcp::Revision revision, ToolCall const& call) {
  auto const config = load_with_running_roots(cli.source);
  if (auto const running = config ? std::nullopt : config_of_running_daemon(cli.source))
    return desk.answer(work, revision, {seat, *running, ways}, call);
  if (config) return desk.answer(work, revision, {seat, *config, ways}, call);
  return unanswered(work, revision,
                    {Fault::invalid, "artifactd's configuration has errors: artifactctl config check"});
}

Result<Exit> serve(Cli const& cli, Config const& config, McpOptions const& options) {
  if (options.wait > AgentSeat::longest_wait)
    return tell(cli, "--wait: clients give up after a minute: at most 45s"), Exit::usage;
  auto seat = AgentSeat::find(config, options.session, options.agent, options.wait);
  if (!seat && seat.error().fault == Fault::invalid) return complain(cli, seat.error()), Exit::usage;
  if (!seat) return fail(std::move(seat).error());
  open_log({.level = LogLevel::error});
  AnswersOnly const out;
  if (out.descriptor() < 0) return fail(Fault::io, "there is no standard output to answer on");
  AgentDesk const desk(config.served.kinds);
  auto const ways = ways_of_command(cli);
  StdioServer server(desk.offer(*seat),
                     [&](Work const& work, mcp::Revision revision, ToolCall const& call) {
                       return answer(cli, desk, *seat, ways, work, revision, call);
                     },
                     {.in = STDIN_FILENO, .out = out.descriptor()});
  if (TRY(server.run()) == StdioServer::End::at_work)
    std::_Exit(static_cast<int>(Exit::ok)); // what is begun goes on at the next start, as after a kill
  return Exit::ok;
}

} // namespace

Exit mcp_command(Cli const& cli, McpOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, serve);
}

} // namespace artifactd
