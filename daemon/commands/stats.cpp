#include "daemon/commands/commands.hpp"
#include "daemon/commands/statistics.hpp"
#include "state/journal.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

Result<Statistics> count(Config const& config, std::int64_t since_ns,
                         std::optional<std::string> const& session) {
  Statistics statistics;
  auto reader = JournalReader::open(config.journal_path());
  if (!reader && reader.error().fault == Fault::missing) return statistics;
  if (!reader) return fail(std::move(reader).error());
  TRY(reader->each_verdict(since_ns, session, [&](Event const& verdict) { statistics.take(verdict); }));
  return statistics;
}

} // namespace

Exit stats_command(Cli const& cli, StatsOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  std::optional<std::string> session;
  if (options.session) session = session_name(*config, *options.session);
  auto since_ns = options.since == Duration::zero() ? 0 : wall_now_ns() - options.since.count();
  auto statistics = count(*config, since_ns, session);
  if (!statistics) return complain(cli, statistics.error());
  if (cli.output == Output::text) {
    fmt::print("{}", statistics_text(*statistics));
    return Exit::ok;
  }
  nlohmann::ordered_json document{{"version", 1}};
  if (since_ns > 0) document["since"] = iso8601(since_ns);
  if (session) document["session"] = *session;
  document.update(to_json(*statistics));
  print_json(document);
  return Exit::ok;
}

} // namespace artifactd
