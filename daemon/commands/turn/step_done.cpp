#include "daemon/commands/turn/step_done.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::array code_exits{
    std::pair("turn.id_reused", Exit::conflict),
    std::pair("turn.stale", Exit::conflict),
    std::pair("turn.conflict", Exit::conflict),
    std::pair("turn.has_story", Exit::conflict),
    std::pair("turn.no_story", Exit::not_found),
    std::pair("turn.unknown", Exit::not_found),
    std::pair("turn.model_missing", Exit::configuration),
    std::pair("turn.model_unusable", Exit::configuration),
    std::pair("turn.ruleset_mismatch", Exit::configuration),
    std::pair("turn.unreachable", Exit::person),
    std::pair("turn.over_budget", Exit::person),
    std::pair("turn.database", Exit::io),
};

} // namespace

void tell_end(Cli const& cli, StepDone const& done) {
  for (auto const& finding : done.findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
  if (done.pending.empty()) return;
  tell(cli,
       fmt::format("still pending: {}\n{} asks for it. A daemon that serves the session goes on with it, "
                   "and so does the same turn with --id {}; remove the file to withdraw it.",
                   printable(trimmed(done.pending)), done.signal, printable(done.id)));
  if (!done.advice.empty()) tell(cli, done.advice);
}

Json to_json(StepDone const& done, Json const& request) {
  if (done.exit == Exit::ok) return done.result;
  return {{"version", 1},
          {"do", request["do"]},
          {"user_action_id", request["user_action_id"]},
          {"findings", to_json(done.findings)},
          {"pending", done.pending}};
}

Exit exit_of_turn(std::string_view code) noexcept {
  auto const found = std::ranges::find(code_exits, code, &decltype(code_exits)::value_type::first);
  return found == code_exits.end() ? Exit::judged_bad : found->second;
}

} // namespace artifactd
