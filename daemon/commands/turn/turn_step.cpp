#include "daemon/commands/status/terminal.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/commands/turn/turn_order.hpp"
#include "daemon/commands/turn/turn_text.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

Json request_of(TurnStepOptions const& options) {
  Json request = Json::object();
  if (!options.id.empty()) request["user_action_id"] = options.id;
  request["do"] = options.what;
  auto const add = [&request](char const* name, auto const& value, bool said) {
    if (said) request[name] = value;
  };
  add("text", options.text, options.what == "say");
  add("scenario", options.scenario, options.what == "begin");
  add("persona", options.persona, !options.persona.empty());
  add("small_model_key", options.small, !options.small.empty());
  add("large_model_key", options.large, !options.large.empty());
  add("seed", options.seed, !options.seed.empty());
  add("directory", options.directory, options.what == "branch");
  add("count", options.count, options.count != 1);
  add("reroll", true, options.reroll);
  add("same_dice", true, options.same_dice);
  add("to", options.to, options.what == "rebase");
  add("dry_run", true, options.dry_run);
  add("branches", true, options.branches);
  if (options.expect_scene) request["expect_scene"] = *options.expect_scene;
  if (options.at) request["at"] = *options.at;
  return request;
}

namespace {

/// A model failed: what others have replied so far is kept under the id of the action.
bool goes_on_under_its_id(StepDone const& done) {
  auto const* error = first_error(done.findings);
  return error != nullptr && (error->code == "turn.contract" || error->code == "turn.truncated" ||
                              error->code == "turn.model_unusable");
}

Result<Exit> take_step(Cli const& cli, Config const& config, TurnStepOptions const& options) {
  auto request = request_of(options);
  auto const on_step = [&cli](std::string const& what, std::string const& text) {
    auto const line = progress_text(what, text);
    if (!line.empty() && ::isatty(STDERR_FILENO) == 1) tell(cli, line);
  };
  auto const done = TRY(do_step(cli, config, options.session, request, options.wait, on_step));
  tell_end(cli, done);
  if (goes_on_under_its_id(done) && options.id.empty())
    tell(cli,
         fmt::format("To continue this action without paying again for replies already received, add --id {}",
                     request["user_action_id"].get<std::string>()));
  if (cli.output == Output::json)
    print_json(artifactd::to_json(done, request)); // nlohmann has a template that takes any two arguments
  else if (done.exit == Exit::ok)
    fmt::print("{}", step_text(done.result, terminal_size().width, cli.colour));
  return done.exit;
}

} // namespace

Exit turn_step_command(Cli const& cli, TurnStepOptions const& options) {
  return run_configured(cli, configuration(cli), options, take_step);
}

} // namespace artifactd
