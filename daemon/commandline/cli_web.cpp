#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

void add_web(CLI::App& app, Chosen& chosen, WebOptions& options) {
  using What = WebOptions::What;
  auto& web = *app.add_subcommand("web", "serve the HTTP API on this machine, and print its address")
                   ->require_subcommand(0, 1)
                   ->fallthrough();
  web.add_option("--port", options.port, "where to listen (default: any free port)")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535));
  web.callback([&] {
    if (web.get_subcommands().empty())
      chosen = [&options](Cli const& cli) { return web_command(cli, options); };
  });
  auto& token =
      *web.add_subcommand("token", "who may use the HTTP API")->require_subcommand(1)->fallthrough();
  Group const group{token, chosen, options, web_command};
  auto& add = group.add("add", "make a token, and print it once", What::add);
  add.add_option("name", options.name, "what it is called in lists and in the journal")
      ->type_name("NAME")
      ->required();
  add.add_option("--scope", options.scope, "what it allows (read)")
      ->check(CLI::IsMember({"read", "content", "agent", "operator"}));
  add.add_option("--session", options.session, "with --scope agent: the only session")->type_name("SESSION");
  add.add_option("--agent", options.agent, "with --scope agent: for whom it submits")->type_name("AGENT");
  duration(add, "--expires", options.expires_in,
           "how long it is valid, such as 7d (default: until it is revoked)");
  group.add("list", "list the tokens: name, scope and expiry, not the secret", What::list);
  group.add("revoke", "end a token, and the streams opened with it", What::revoke)
      .add_option("name", options.name, "as `web token list` shows it")
      ->type_name("NAME")
      ->required();
}

} // namespace artifactd
