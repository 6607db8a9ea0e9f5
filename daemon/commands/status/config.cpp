#include "daemon/commands/commands.hpp"
#include "daemon/queries/checked_config.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

Exit config_check_command(Cli const& cli) {
  auto const checked = checked_config(cli.source);
  auto const exit = checked.ok() ? Exit::ok : Exit::configuration;
  if (cli.output == Output::json) return print_json(to_json(checked)), exit;
  for (auto const& warning : checked.warnings)
    fmt::print("warning: {}\n", warning);
  for (auto const& error : checked.errors)
    fmt::print("{}\n", render(error));
  if (checked.ok()) fmt::print("OK\n");
  return exit;
}

Exit config_show_command(Cli const& cli) {
  auto config = configuration(cli);
  if (!config) return config.error();
  if (cli.output == Output::json)
    print_json(to_json(*config));
  else
    fmt::print("{}", to_toml(*config));
  return Exit::ok;
}

} // namespace artifactd
