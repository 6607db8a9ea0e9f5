#include "daemon/commands/commands.hpp"
#include "daemon/commands/edit/edit_statistics.hpp"
#include "daemon/commands/history/statistics.hpp"
#include "daemon/commands/report/report_statistics.hpp"
#include "daemon/commands/rule/draft_statistics.hpp"
#include "daemon/commands/turn/turn_statistics.hpp"
#include "state/journal/journal.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

struct Counted {
  Statistics verdicts;
  EditStatistics edits;
  ReportStatistics reports;
  DraftStatistics drafts;
};

Result<Counted> count(Config const& config, std::int64_t since_ns,
                      std::optional<std::string> const& session) {
  Counted counted;
  auto reader = JournalReader::open(config.journal_path());
  if (!reader && reader.error().fault == Fault::missing) return counted;
  if (!reader) return fail(std::move(reader).error());
  TRY(reader->each_verdict(since_ns, session, [&](Event const& each) { counted.verdicts.take(each); }));
  TRY(reader->each_edit(since_ns, session, [&](Event const& each) { counted.edits.take(each); }));
  TRY(reader->each_answer(since_ns, session, [&](Event const& each) { counted.reports.take(each); }));
  if (!session) TRY(reader->each_draft(since_ns, [&](Event const& each) { counted.drafts.take(each); }));
  return counted;
}

} // namespace

Exit stats_command(Cli const& cli, StatsOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  std::optional<std::string> session;
  if (options.session) session = session_name(*config, *options.session);
  auto since_ns = options.since == Duration::zero() ? 0 : wall_now_ns() - options.since.count();
  auto counted = count(*config, since_ns, session);
  if (!counted) return complain(cli, counted.error());
  constexpr std::int64_t ns_per_ms = 1'000'000;
  auto const turns = turn_spending(*config, since_ns / ns_per_ms, session.value_or(""));
  if (!turns) return complain(cli, turns.error());
  auto const reported = counted->reports.answered() > 0;
  auto const drafted = counted->drafts.drafts() > 0;
  auto const edited = counted->edits.total().runs > 0;
  if (cli.output == Output::text) {
    fmt::print("{}", statistics_text(counted->verdicts));
    if (edited) fmt::print("\n{}", edit_statistics_text(counted->edits));
    if (turns->turns > 0) fmt::print("\n{}", turn_statistics_text(*turns));
    if (reported) fmt::print("\n{}", report_statistics_text(counted->reports));
    if (drafted) fmt::print("\n{}", draft_statistics_text(counted->drafts));
    return Exit::ok;
  }
  nlohmann::ordered_json document{{"version", 1}};
  if (since_ns > 0) document["since"] = iso8601(since_ns);
  if (session) document["session"] = *session;
  document.update(to_json(counted->verdicts));
  if (edited) document["edits"] = to_json(counted->edits);
  if (turns->turns > 0) document["turns"] = to_json(*turns);
  if (reported) document["reports"] = to_json(counted->reports);
  if (drafted) document["drafts"] = to_json(counted->drafts);
  print_json(document);
  return Exit::ok;
}

} // namespace artifactd
