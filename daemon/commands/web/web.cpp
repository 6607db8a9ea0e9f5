#include "daemon/api/token_book.hpp"
#include "daemon/commands/web/web_serve.hpp"
#include "state/json/json_text.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// When a token that is made now expires.
Result<std::int64_t> end_of(Duration validity) {
  auto const now = wall_now_ns();
  if (validity.count() == 0)
    return fail(Fault::invalid,
                "with --expires 0 the token would have expired already: give a time such as 7d");
  if (validity.count() > INT64_MAX - now)
    return fail(Fault::invalid,
                "--expires is beyond what the clock can count: without it, the token is valid "
                "until it is revoked");
  return now + validity.count();
}

Result<WebToken> wanted_token(Config const& config, WebOptions const& options) {
  TRY(check_token_name(options.name));
  WebToken token{.name = options.name};
  auto const scope = parse_scope(options.scope);
  if (!scope) return fail(Fault::invalid, "a scope is one of read, content, agent and operator");
  token.scope = *scope;
  auto const of_agent = token.scope == WebScope::agent;
  if (of_agent != !options.session.empty() || of_agent != !options.agent.empty())
    return fail(Fault::invalid, "--session and --agent are given with --scope agent, and only with it");
  if (of_agent) {
    token.session = full_path(TRY(session_argument(config, options.session)).key);
    token.agent = TRY(agent_argument(options.agent)).str();
  }
  if (options.expires_in) token.expires_ns = TRY(end_of(*options.expires_in));
  return token;
}

Result<Exit> add(Cli const& cli, Config const& config, WebOptions const& options) {
  auto const wanted = wanted_token(config, options);
  if (!wanted && wanted.error().fault == Fault::invalid) return complain(cli, wanted.error()), Exit::usage;
  if (!wanted) return fail(wanted.error());
  auto const text = TRY(TokenBook(config.web_tokens_path()).add(*wanted));
  if (cli.output == Output::json)
    return print_json({{"version", 1}, {"name", wanted->name}, {"token", text}}), Exit::ok;
  fmt::print("{}\n", text);
  tell(cli, "this is shown once: only its hash is stored");
  return Exit::ok;
}

Result<Exit> list(Cli const& cli, Config const& config) {
  auto const tokens = TRY(TokenBook(config.web_tokens_path()).list());
  if (cli.output == Output::json) return print_json(to_json(tokens)), Exit::ok;
  if (tokens.empty()) fmt::print("no tokens\n");
  for (auto const& each : tokens) {
    auto const about =
        each.session.empty() ? "" : fmt::format("  {} in {}", each.agent, printable(each.session));
    fmt::print("{:<24}  {:<8}  {}{}{}\n", each.name, scope_word(each.scope),
               iso8601(each.made_ns).substr(0, 19),
               each.expires_ns == 0 ? "" : "  until " + iso8601(each.expires_ns).substr(0, 19), about);
  }
  return Exit::ok;
}

Result<Exit> revoke(Cli const& cli, Config const& config, WebOptions const& options) {
  TRY(TokenBook(config.web_tokens_path()).revoke(options.name));
  if (cli.output == Output::json) return print_json({{"version", 1}, {"name", options.name}}), Exit::ok;
  fmt::print("{} is revoked\n", options.name);
  return Exit::ok;
}

} // namespace

Exit web_command(Cli const& cli, WebOptions const& options) {
  return with_configuration(cli, [&](Config const& config) {
    switch (options.what) {
    case WebOptions::What::add:
      return add(cli, config, options);
    case WebOptions::What::list:
      return list(cli, config);
    case WebOptions::What::revoke:
      return revoke(cli, config, options);
    default:
      return serve_web(cli, config, options);
    }
  });
}

} // namespace artifactd
