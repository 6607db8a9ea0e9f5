#include "daemon/commands/commands.hpp"
#include "daemon/config/config_remarks.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

nlohmann::ordered_json error_json(ConfigError const& error) {
  return {{"file", error.file}, {"line", error.line},       {"column", error.column},
          {"key", error.key},   {"message", error.message}, {"suggestion", error.suggestion}};
}

} // namespace

Exit config_check_command(Cli const& cli) {
  auto config = load_config(cli.source);
  auto const warnings = config ? config_remarks(*config) : std::vector<std::string>();
  if (cli.output == Output::json) {
    auto errors = nlohmann::ordered_json::array();
    for (auto const& error : config ? std::vector<ConfigError>() : config.error())
      errors.push_back(error_json(error));
    print_json({{"version", 1}, {"ok", config.has_value()}, {"errors", errors}, {"warnings", warnings}});
  } else if (config) {
    for (auto const& warning : warnings)
      fmt::print("warning: {}\n", warning);
    fmt::print("OK\n");
  } else {
    for (auto const& error : config.error())
      fmt::print("{}\n", render(error));
  }
  return config ? Exit::ok : Exit::configuration;
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
