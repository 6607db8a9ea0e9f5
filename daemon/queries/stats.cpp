#include "daemon/queries/stats.hpp"

#include "daemon/queries/journal_cure.hpp"
#include "state/journal/journal.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

namespace artifactd {

namespace {

Result<void> read_journal(Config const& config, Stats& stats) {
  auto reader = JournalReader::open(config.journal_path());
  if (!reader && reader.error().fault == Fault::missing) return {};
  if (!reader) return fail(std::move(reader).error());
  auto const& session = stats.session;
  TRY(reader->each_verdict(stats.since_ns, session, [&](Event const& each) { stats.verdicts.take(each); }));
  TRY(reader->each_edit(stats.since_ns, session, [&](Event const& each) { stats.edits.take(each); }));
  TRY(reader->each_answer(stats.since_ns, session, [&](Event const& each) { stats.reports.take(each); }));
  if (!session) TRY(reader->each_draft(stats.since_ns, [&](Event const& each) { stats.drafts.take(each); }));
  return {};
}

} // namespace

Result<Stats> count_events(Config const& config, std::int64_t since_ns,
                           std::optional<std::string> const& session) {
  constexpr std::int64_t ns_per_ms = 1'000'000;
  Stats stats{.since_ns = since_ns, .session = session};
  if (auto const read = read_journal(config, stats); !read) return fail(of_journal(read.error()));
  stats.turns = TRY(turn_spending(config, since_ns / ns_per_ms, session.value_or("")));
  return stats;
}

Json to_json(Stats const& stats) {
  Json document{{"version", 1}};
  if (stats.since_ns > 0) document["since"] = iso8601(stats.since_ns);
  if (stats.session) document["session"] = *stats.session;
  document.update(to_json(stats.verdicts));
  if (stats.edits.total().runs > 0) document["edits"] = to_json(stats.edits);
  if (stats.turns.turns > 0) document["turns"] = to_json(stats.turns);
  if (stats.reports.answered() > 0) document["reports"] = to_json(stats.reports);
  if (stats.drafts.drafts() > 0) document["drafts"] = to_json(stats.drafts);
  return document;
}

} // namespace artifactd
