#include "daemon/commands/commands.hpp"
#include "daemon/commands/new_file.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/queries/seen_daemon.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdio>
#include <fmt/core.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto answer_patience = std::chrono::seconds(5);
constexpr auto nothing_runs = "# HELP artifactd_up 1 while artifactd runs.\n"
                              "# TYPE artifactd_up gauge\n"
                              "artifactd_up 0\n";

Result<std::string> metrics_of_daemon(Config const& config) {
  auto client = TRY(ControlClient::ask(config.control_path(), {"metrics"}, answer_patience));
  auto const line = TRY(client.next(Monotonic::now() + answer_patience));
  if (!line) return fail(Fault::busy, "artifactd does not answer");
  return text_member(object_in(*line), "text");
}

/// A daemon that lost its socket is up all the same.
Result<void> nothing_is_seen(Config const& config, Error const& error) {
  auto const board = running_daemon(config);
  if (!board) return {};
  return fail(Fault::busy,
              fmt::format("artifactd runs as pid {}, but cannot be asked: {}", board->pid, error.message));
}

/// Whoever reads the file never sees half of it.
Result<void> replace_text_file(std::string const& path, std::string_view text) {
  if (struct stat status{}; ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    return fail(
        Fault::unsafe,
        fmt::format("{0} is a directory: name a file in it, such as {0}/artifactd.prom", printable(path)));
  auto const temporary = fmt::format("{}.{}", path, ::getpid());
  if (auto const written = write_new_file(temporary, text); !written)
    return fail(written.error().code == 0 ? written.error() // a leftover is in the way
                                          : errno_error("write", path, written.error().code));
  if (std::rename(temporary.c_str(), path.c_str()) == 0) return {};
  auto error = errno_error("replace", path);
  ::unlink(temporary.c_str());
  return fail(std::move(error));
}

Result<Exit> tell_metrics(Cli const& cli, Config const& config, MetricsOptions const& options) {
  auto metrics = metrics_of_daemon(config);
  auto const hangs = !metrics && metrics.error().fault == Fault::busy;
  auto const fault = metrics ? std::optional<Fault>() : metrics.error().fault;
  if (fault == Fault::missing || fault == Fault::too_large) // no socket, or none can have that path
    TRY(nothing_is_seen(config, metrics.error()));
  else if (!metrics && !hangs)
    return fail(std::move(metrics).error());
  auto const text = metrics.value_or(nothing_runs);
  if (!options.textfile.empty()) TRY(replace_text_file(options.textfile, text));
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"up", metrics.has_value()}, {"metrics", text}});
  else if (options.textfile.empty())
    fmt::print("{}", text);
  if (hangs) return fail(std::move(metrics).error());
  return Exit::ok;
}

} // namespace

Exit metrics_command(Cli const& cli, MetricsOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, tell_metrics);
}

} // namespace artifactd
