#include "daemon/service/daemon_options.hpp"

#include "daemon/config/common_options.hpp"
#include "daemon/process/log.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <string>

namespace artifactd {

namespace {

/// The command line of artifactd, and what it says once it is parsed.
class DaemonLine {
public:
  explicit DaemonLine(std::string_view commit) {
    app_.footer(
        "Exit status: 0 ended · 1 refused (--once) · 2 usage · 4 pending (--once), or already running ·\n"
        "5 configuration · 74 disk or system");
    common_options(app_, options_.source, commit);
    auto* once = app_.add_flag_callback(
        "--once", [this] { options_.run = DaemonOptions::Run::once; }, "settle what is pending, then exit");
    app_.add_flag_callback(
            "--check", [this] { options_.run = DaemonOptions::Run::check; },
            "check the configuration, then exit")
        ->excludes(once);
    processes();
    app_.add_flag("--no-events", no_events_, "poll everything, without inotify");
    app_.add_option("--log-format", format_, "text or json")->check(CLI::IsMember({"text", "json"}));
    app_.add_option("--log-level", level_, "debug, info, warning or error")
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
  }

  [[nodiscard]] CLI::App const& definition() const noexcept { return app_; }

  std::expected<DaemonOptions, Exit> parse(int argc, char const* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
      return std::unexpected(app_.exit(error) == 0 ? Exit::ok : Exit::usage);
    }
    options_.events = !no_events_;
    options_.log_format = parse_log_format(format_);
    options_.log_level = parse_log_level(level_);
    return options_;
  }

private:
  /// What the daemon, or systemd for it, starts as processes of their own.
  void processes() {
    auto* run = app_.add_subcommand("run", "run one program for the artifactd at the other end of stdin")
                    ->callback([this] { options_.run = DaemonOptions::Run::one_program; });
    run->add_option("--peer", options_.peer, "who may ask, besides this user and root")->type_name("USER");
    auto* models = app_.add_subcommand("model", "ask language models for clients that connect to stdin")
                       ->callback([this] {
                         options_.run = DaemonOptions::Run::models;
                         options_.source.judged = ConfigSource::Judged::models;
                       });
    models->add_option("--peer", options_.peer, "who may ask, besides this user and root")->type_name("USER");
    models->add_option("--accounts", options_.accounts, "where the cost of calls is recorded")
        ->type_name("DIR");
    auto* web =
        app_.add_subcommand("web", "serve the HTTP API, on the listening socket on stdin or on [web] listen")
            ->callback([this] {
              options_.run = DaemonOptions::Run::web;
              options_.source.judged = ConfigSource::Judged::web;
            });
    web->add_option("--core", options_.core, "the socket where the daemon is asked")->type_name("PATH");
  }

  CLI::App app_{"Settle the artifacts that agents drop into sessions.", "artifactd"};
  DaemonOptions options_;
  bool no_events_ = false;
  std::string format_, level_;
};

} // namespace

std::expected<DaemonOptions, Exit> parse_artifactd(int argc, char const* const* argv,
                                                   std::string_view commit) {
  return DaemonLine(commit).parse(argc, argv);
}

void read_artifactd(std::string_view commit, std::function<void(CLI::App const&)> const& reader) {
  reader(DaemonLine(commit).definition());
}

std::expected<Config, std::vector<ConfigError>> read_config(DaemonOptions const& options) {
  auto config = load_config(options.source);
  if (!config) return config;
  if (!options.events) config->events = false;
  if (options.log_format) config->log.format = *options.log_format;
  if (options.log_level) config->log.level = *options.log_level;
  return config;
}

Exit tell_config_errors(DaemonOptions const& options, std::vector<ConfigError> const& errors) {
  auto const format = options.log_format.value_or(load_config_loosely(options.source).log.format);
  if (format == LogFormat::json && options.run != DaemonOptions::Run::check) {
    open_log({.format = format});
    log_config_errors(errors);
  } else {
    for (auto const& error : errors)
      fmt::print(stderr, "artifactd: {}\n", render(error));
  }
  return Exit::configuration;
}

void log_config_errors(std::vector<ConfigError> const& errors) {
  for (auto const& error : errors)
    log_event(LogLevel::error, "configuration", {{"reason", render(error)}});
}

} // namespace artifactd
