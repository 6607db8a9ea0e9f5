#include "daemon/commands/commands.hpp"
#include "daemon/commands/inbox/stuck.hpp"
#include "daemon/control/control_client.hpp"
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

std::optional<std::string> real_path(std::string const& path) {
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  if (!real) return std::nullopt;
  return std::string(real.get());
}

/// For a name without a slash: the sessions of that name below the roots.
std::vector<std::string> below_roots(Config const& config, std::string const& name) {
  std::vector<std::string> found;
  for (auto const& root : config.roots) {
    if (auto direct = real_path(root.path + "/" + name)) {
      found.push_back(*direct);
      continue;
    }
    auto listed = list_sessions(root.path, root.depth);
    for (auto const& path : listed ? listed->paths : std::vector<std::string>())
      if (path.ends_with("/" + name)) found.push_back(full_path({root.path, path}));
  }
  return found;
}

/// Says where it looked.
Error no_session(Config const& config, std::string const& argument) {
  if (argument.contains('/'))
    return {Fault::missing, fmt::format("there is no session {}", printable(argument))};
  std::string roots;
  for (auto const& root : config.roots)
    roots += (roots.empty() ? ", and none of that name below " : ", ") + printable(root.path);
  return {Fault::missing,
          fmt::format("there is no session \"{}\": no such directory here{}", printable(argument),
                      roots.empty() ? ", and no root is configured" : roots)};
}

Result<std::string> find(Config const& config, std::string const& argument) {
  auto const path = real_path(argument);
  auto const code = errno;
  std::error_code unknown; // a file of that name does not hide a session
  if (path && (argument.contains('/') || std::filesystem::is_directory(*path, unknown))) return *path;
  if (!path && code != ENOENT) return fail(errno_error("session", printable(argument), code));
  if (argument.empty()) return fail(Fault::missing, "no session is named");
  if (argument.contains('/')) return fail(no_session(config, argument));
  auto found = below_roots(config, argument);
  if (found.empty()) return path ? Result<std::string>(*path) : fail(no_session(config, argument));
  if (found.size() > 1)
    return fail(Fault::exists, fmt::format("{} is the name of {} sessions; give the path, such as {}",
                                           argument, found.size(), printable(found.front())));
  return real_path(found.front()).value_or(found.front());
}

/// The daemon's key for a directory: below the root that leads to it, else a root of its own.
SessionKey key_of(Config const& config, std::string const& path) {
  for (auto const& root : config.roots) {
    auto real = real_path(root.path);
    if (!real) continue;
    if (path == *real) return {root.path, ""};
    auto prefix = *real == "/" ? *real : *real + "/";
    if (path.starts_with(prefix)) return {root.path, path.substr(prefix.size())};
  }
  return {path, ""};
}

/// The daemon's former configuration exists only in its memory: what can be read of the file leads to its
/// board, which lists its roots.
std::optional<Config> of_running_daemon(ConfigSource const& source) {
  auto config = load_config_loosely(source);
  auto const board = running_daemon(config);
  if (!board) return std::nullopt;
  std::vector<RootConfig> roots;
  for (auto const& root : board->roots) {
    auto const known = std::ranges::find(config.roots, root.path, &RootConfig::path);
    roots.push_back(known != config.roots.end() ? *known : RootConfig{.path = root.path});
  }
  config.roots = std::move(roots);
  return config;
}

} // namespace

Result<NamedSession> session_argument(Config const& config, std::string const& argument) {
  auto key = key_of(config, TRY(find(config, argument)));
  auto entered = TRY(enter_session(key, config.served.kinds));
  return NamedSession{std::move(entered), std::move(key)};
}

Result<std::string> state_argument(Config const& config, std::string const& argument) {
  std::error_code ignored;
  if (argument.contains('/') || std::filesystem::exists(argument, ignored)) return argument;
  if (argument.ends_with(".json")) return argument; // opening it will report that it is missing
  return find(config, argument);
}

Config whatever_configuration(Cli const& cli) {
  return load_with_running_roots(cli.source).value_or(load_config_loosely(cli.source));
}

std::string session_name(Config const& config, std::string const& argument) {
  auto session = session_argument(config, argument);
  return session ? session->session.shown() : argument;
}

Result<SignalName> parse_signal_argument(Kinds const& kinds, std::string_view text) {
  auto const file = parse_signal_file(text, kinds);
  if (file.signal) return *file.signal;
  if (file.form == SignalForm::unknown_kind)
    return fail(Fault::invalid, fmt::format("\"{}\" is not a valid signal name: the kinds of signal are {}",
                                            printable(text), kinds.signal_words()));
  if (auto document = kinds.find(text); document && document->is_document())
    return document_signal(*document);
  auto kind = kinds.find(Kind::default_word).value_or(Kind::by_default());
  auto name = text;
  if (auto dot = text.rfind('.'); dot != text.npos)
    if (auto word = kinds.find(text.substr(dot + 1)); word && !word->is_document()) {
      kind = *word;
      name = text.substr(0, dot);
    }
  auto parsed = Name::parse(name);
  if (parsed && file.form != SignalForm::bad_name) return SignalName{*std::move(parsed), kind};
  return fail(Fault::invalid,
              fmt::format("\"{}\" is not a valid signal name: {}", printable(text), name_rule));
}

std::expected<Config, std::vector<ConfigError>> load_with_running_roots(ConfigSource const& source) {
  auto config = load_config(source);
  if (!config || !source.roots.empty()) return config;
  auto const board = running_daemon(*config);
  if (!board) return config;
  for (auto const& root : board->roots)
    if (std::ranges::find(config->roots, root.path, &RootConfig::path) == config->roots.end())
      config->roots.push_back({.path = root.path}); // from its command line
  return config;
}

std::expected<Config, Exit> configuration(Cli const& cli) {
  auto config = load_with_running_roots(cli.source);
  if (config) return *std::move(config);
  for (auto const& error : config.error())
    tell(cli, render(error));
  return std::unexpected(Exit::configuration);
}

std::expected<Config, Exit> configuration_to_look(Cli const& cli) {
  auto config = load_with_running_roots(cli.source);
  if (config) return *std::move(config);
  for (auto const& error : config.error())
    tell(cli, render(error));
  auto running = of_running_daemon(cli.source);
  if (!running) return std::unexpected(Exit::configuration);
  tell(cli, "the running daemon still uses its former configuration, and so does this command");
  return *std::move(running);
}

void ask_to_look(Config const& config, SessionKey const& session) {
  constexpr auto patience = std::chrono::milliseconds(250);
  std::ignore = ControlClient::ask(config.control_path(), {"look", full_path(session)}, patience);
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
