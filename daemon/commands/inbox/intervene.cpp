#include "daemon/commands/inbox/intervene.hpp"

#include "state/json/json_text.hpp"

#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

bool names_signal(Config const& config, std::string const& path) {
  auto const file = std::filesystem::path(path).filename().string();
  return parse_signal_file(file, config.served.kinds).form != SignalForm::none;
}

NamedSignal named_signal(SignalOptions const& options) {
  if (!options.signal.empty()) return {options.session, options.signal};
  auto const path = std::filesystem::path(options.session);
  return {path.has_parent_path() ? path.parent_path().string() : ".", path.filename().string()};
}

std::expected<Case, Exit> case_argument(Cli const& cli, Config const& config, SignalOptions const& options) {
  if (options.signal.empty() && !names_signal(config, options.session)) {
    tell(cli, which_signal);
    return std::unexpected(Exit::usage);
  }
  auto const [directory, word] = named_signal(options);
  auto parsed = parse_signal_argument(config.served.kinds, word);
  if (!parsed) return complain(cli, parsed.error()), std::unexpected(Exit::usage);
  auto named = session_argument(config, directory);
  if (!named) return std::unexpected(complain(cli, named.error()));
  return Case{config, *std::move(named), *std::move(parsed)};
}

Exit with_case(Cli const& cli, std::expected<Config, Exit> const& config, SignalOptions const& options,
               std::function<Result<Exit>(Case const&)> const& act) {
  if (!config) return config.error();
  auto const chosen = case_argument(cli, *config, options);
  if (!chosen) return chosen.error();
  auto done = act(*chosen);
  if (!done) done = fail(error_in(chosen->session(), std::move(done).error()));
  return ended(cli, done);
}

Exit with_case(Cli const& cli, SignalOptions const& options,
               std::function<Result<Exit>(Case const&)> const& act) {
  return with_case(cli, configuration(cli), options, act);
}

Exit print_done(Cli const& cli, Case const& chosen, DryRun dry_run, std::string const& text) {
  auto json = to_json(chosen);
  json["dry_run"] = dry_run == DryRun::yes;
  if (cli.output == Output::json)
    print_json(json);
  else
    fmt::print("{}\n", text);
  return Exit::ok;
}

} // namespace artifactd
