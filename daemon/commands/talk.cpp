#include "daemon/commands/commands.hpp"
#include "daemon/queries/stuck.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"
#include "state/vocabulary/told_findings.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// What the running command has printed.
struct Said {
  bool document = false; ///< printed on stdout
  std::string talk;
};
Said said;

} // namespace

Config whatever_configuration(Cli const& cli) {
  return load_with_running_roots(cli.source).value_or(load_config_loosely(cli.source));
}

std::expected<Config, Exit> configuration(Cli const& cli) {
  auto config = load_with_running_roots(cli.source);
  if (config) return *std::move(config);
  for (auto const& error : config.error())
    tell(cli, render(error));
  if (config_of_running_daemon(cli.source))
    tell(cli, "the running daemon goes on with its former configuration, and settles what is pending; this "
              "command needs one without errors: correct it, check it with artifactctl config check, and "
              "repeat the command");
  return std::unexpected(Exit::configuration);
}

Exit with_configuration(Cli const& cli, std::function<Result<Exit>(Config const&)> const& act) {
  auto const config = configuration(cli);
  return config ? ended(cli, act(*config)) : config.error();
}

Exit ended(Cli const& cli, Result<Exit> const& exit) {
  return exit ? *exit : complain(cli, exit.error());
}

std::expected<Config, Exit> configuration_to_look(Cli const& cli) {
  auto config = load_with_running_roots(cli.source);
  if (config) return *std::move(config);
  for (auto const& error : config.error())
    tell(cli, render(error));
  auto running = config_of_running_daemon(cli.source);
  if (!running) return std::unexpected(Exit::configuration);
  tell(cli, "the running daemon still uses its former configuration, and so does this command");
  return *std::move(running);
}

Result<std::string> read_named(std::string const& path, std::size_t limit) {
  auto file = TRY(answer_as_self([&]() -> Result<UniqueFd> {
    UniqueFd opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!opened) return fail(errno_error("open", path));
    return opened;
  }));
  return read_whole(file.get(), path, limit);
}

Exit complain(Cli const& cli, Error const& error) {
  tell(cli, printable(error.message));
  return exit_for(error);
}

void tell(Cli const& cli, std::string_view text) {
  if (!said.talk.empty()) said.talk += '\n';
  said.talk += text;
  auto coloured = cli.talk_colour == Colour::on;
  fmt::print(stderr, "{}artifactctl:{} {}\n", coloured ? "\x1b[1m" : "", coloured ? "\x1b[0m" : "", text);
}

void tell_findings(Cli const& cli, std::vector<Finding> const& findings) {
  ToldFindings const told(findings);
  for (auto const& error : told.errors)
    tell(cli, to_terminal(error, cli.talk_colour));
  for (auto const& warning : told.warnings) {
    auto text = to_terminal(warning, cli.talk_colour);
    if (auto const more = told.more_like(warning); more > 0)
      text += fmt::format("  and {} more like it\n", more);
    tell(cli, text);
  }
}

void print_json(Json const& document) {
  said.document = true;
  fmt::print("{}\n", compact(document));
}

void begin_command() {
  said = {};
}

void end_command(Cli const& cli, Exit exit) {
  if (cli.output != Output::json || exit == Exit::ok || said.document) return;
  print_json({{"version", 1}, {"error", {{"code", exit_word(exit)}, {"message", said.talk}}}});
}

} // namespace artifactd
