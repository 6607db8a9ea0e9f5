#include "daemon/queries/stats.hpp"

#include "daemon/commands/commands.hpp"
#include "daemon/commands/edit/edit_statistics_text.hpp"
#include "daemon/commands/history/statistics_text.hpp"
#include "daemon/commands/report/report_statistics_text.hpp"
#include "daemon/commands/rule/draft_statistics_text.hpp"
#include "daemon/commands/turn/turn_statistics_text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

Exit stats_command(Cli const& cli, StatsOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  std::optional<std::string> session;
  if (options.session) session = session_name(*config, *options.session);
  auto since_ns = options.since == Duration::zero() ? 0 : wall_now_ns() - options.since.count();
  auto const stats = count_events(*config, since_ns, session);
  if (!stats) return complain(cli, stats.error());
  if (cli.output == Output::json) return print_json(to_json(*stats)), Exit::ok;
  fmt::print("{}", statistics_text(stats->verdicts));
  for (auto const& part : {edit_statistics_text(stats->edits), turn_statistics_text(stats->turns),
                           report_statistics_text(stats->reports), draft_statistics_text(stats->drafts)})
    if (!part.empty()) fmt::print("\n{}", part);
  return Exit::ok;
}

} // namespace artifactd
