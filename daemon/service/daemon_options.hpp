// The command line of artifactd: words in, values out. Usage errors are printed and exit with the code of
// artifactd's other commands (2), not the parser's own.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/process/exit.hpp"

#include <expected>
#include <functional>
#include <optional>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): of CLI11
class App;
}

namespace artifactd {

struct DaemonOptions {
  enum class Run : std::uint8_t { forever, once, check, one_program, models, web };
  ConfigSource source;
  Run run = Run::forever;
  bool events = true;        ///< --no-events
  std::string peer = {};     ///< of one_program and models: the user who may ask, besides our own and root
  std::string accounts = {}; ///< of models: the directory that records what calls cost
  std::string core = {};     ///< of web: the socket where the core is asked; empty: as configured
  std::optional<LogFormat> log_format;
  std::optional<LogLevel> log_level;
};

/// artifactd's options, or the exit code (--help, --version and usage errors are already answered).
[[nodiscard]] std::expected<DaemonOptions, Exit> parse_artifactd(int argc, char const* const* argv,
                                                                 std::string_view commit);

/// The configuration with these options applied, or what is wrong with it.
[[nodiscard]] std::expected<Config, std::vector<ConfigError>> read_config(DaemonOptions const& options);

/// Before the log is open: prints what is wrong, or logs it if the log is JSON, whose readers know no other
/// lines.
[[nodiscard]] Exit tell_config_errors(DaemonOptions const& options, std::vector<ConfigError> const& errors);
/// The same in the log that is open.
void log_config_errors(std::vector<ConfigError> const& errors);

/// Shows `reader` all options, as --help lists them.
void read_artifactd(std::string_view commit, std::function<void(CLI::App const&)> const& reader);

} // namespace artifactd
