#include "daemon/service/daemon_options.hpp"

#include "daemon/config/common_options.hpp"

#include <CLI/CLI.hpp>
#include <string>

namespace artifactd {

std::expected<DaemonOptions, Exit> parse_artifactd(int argc, char const* const* argv,
                                                   std::string_view commit) {
  DaemonOptions options;
  bool no_events = false;
  std::string format, level;
  CLI::App app("Settle the artifacts that agents drop into sessions.", "artifactd");
  app.footer(
      "Exit status: 0 ended · 1 refused (--once) · 2 usage · 4 pending (--once), or already running ·\n"
      "5 configuration · 74 disk or system");
  common_options(app, options.source, commit);
  auto* once = app.add_flag_callback(
      "--once", [&] { options.run = DaemonOptions::Run::once; }, "settle what is pending, then exit");
  app.add_flag_callback(
         "--check", [&] { options.run = DaemonOptions::Run::check; }, "check the configuration, then exit")
      ->excludes(once);
  auto* run =
      app.add_subcommand("run", "run one program for the artifactd at the other end of stdin")->callback([&] {
        options.run = DaemonOptions::Run::one_program;
      });
  run->add_option("--peer", options.peer, "who may ask, besides this user and root")->type_name("USER");
  auto* models =
      app.add_subcommand("model", "ask language models for clients that connect to stdin")->callback([&] {
        options.run = DaemonOptions::Run::models;
        options.source.judged = ConfigSource::Judged::models;
      });
  models->add_option("--peer", options.peer, "who may ask, besides this user and root")->type_name("USER");
  models->add_option("--accounts", options.accounts, "where the cost of calls is recorded")->type_name("DIR");
  app.add_flag("--no-events", no_events, "poll everything, without inotify");
  app.add_option("--log-format", format, "text or json")->check(CLI::IsMember({"text", "json"}));
  app.add_option("--log-level", level, "debug, info, warning or error")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return std::unexpected(app.exit(error) == 0 ? Exit::ok : Exit::usage);
  }
  options.events = !no_events;
  options.log_format = parse_log_format(format);
  options.log_level = parse_log_level(level);
  return options;
}

} // namespace artifactd
