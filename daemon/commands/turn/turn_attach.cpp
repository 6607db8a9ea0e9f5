#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/queries/named_story.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

Result<Exit> attach(Cli const& cli, Config const& config, TurnAttachOptions const& options) {
  auto const named = TRY(session_argument(config, options.session));
  auto const store = TRY(open_stories(config));
  TRY(turn::attach_story(store, options.story,
                         turn::story_directory({}, named.session.shown(), named.session.stamp())));
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"session", named.session.shown()}, {"session_id", options.story}});
  else
    fmt::print("{} plays the story now\n", named.session.shown());
  return Exit::ok;
}

} // namespace

Exit turn_attach_command(Cli const& cli, TurnAttachOptions const& options) {
  return run_configured(cli, configuration(cli), options, attach);
}

} // namespace artifactd
