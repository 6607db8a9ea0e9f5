#include "daemon/queries/stored_checks.hpp"

#include "daemon/queries/journal_cure.hpp"
#include "daemon/queries/known_layouts.hpp"
#include "daemon/queries/stuck.hpp"
#include "state/database/sqlite.hpp"
#include "state/journal/journal.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/stamp.hpp"
#include "state/vocabulary/names.hpp"

#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd {

namespace {

using Weight = Diagnosed::Weight;

Result<void> sound(Config const& config, std::string const& path) {
  return answer_as_self([&]() -> Result<void> {
    auto database = TRY(sqlite::Database::open(path, sqlite::Access::read));
    TRY(expect_known_layout(config, path, database));
    return database.check_whole();
  });
}

void check_journal(Config const& config, Checkup& checkup) {
  auto const path = config.journal_path();
  auto journal = JournalReader::open(path);
  if (!journal)
    return checkup.push_back(
        {Weight::problem, path, journal.error().message, cure_of_journal(config, journal.error())});
  if (auto const whole = sound(config, path); !whole)
    checkup.push_back({Weight::problem, path, whole.error().message, cure_of_journal(config, whole.error())});
}

} // namespace

void check_databases(Config const& config, StoredCheckup& stored) {
  auto const is_there = [&](std::string const& path) {
    auto const there = answer_as_self([&] { return stamp_at(AT_FDCWD, path); }).has_value();
    stored.databases += there ? 1 : 0;
    return there;
  };
  if (is_there(config.journal_path())) check_journal(config, stored.checkup);
  for (auto const& path : {config.stories_path(), config.plays_path(), config.reports_path()})
    if (is_there(path))
      if (auto const whole = sound(config, path); !whole)
        stored.checkup.push_back(
            {Weight::problem, path, whole.error().message,
             whole.error().fault == Fault::unsupported ? "" : std::string(database_from_backup)});
}

StoredCheckup check_everything_stored(Config const& config, OnProgress const& on_progress) {
  StoredCheckup stored;
  check_databases(config, stored);
  std::vector<StuckRow> troubles;
  auto const keys = all_sessions(config, troubles);
  for (auto const& trouble : troubles)
    stored.checkup.push_back({Weight::problem, trouble.session, trouble.reason, "artifactctl doctor"});
  for (auto const& key : keys) {
    tell_progress(on_progress, {"checking sessions", stored.sessions, keys.size()});
    auto const entered = enter_session(key, config.served.kinds);
    if (!entered && entered.error().fault == Fault::missing) continue;
    ++stored.sessions;
    if (entered)
      check_private_directory(entered->session, config, stored);
    else
      stored.checkup.push_back(
          {Weight::problem, full_path(key), entered.error().message, "artifactctl doctor"});
  }
  stored.checkup.push_back(
      {Weight::note, "fsck",
       fmt::format("read {}, and {} of {}", how_many(stored.databases, "database"),
                   how_many(stored.generations, "generation"), how_many(stored.sessions, "session"))});
  return stored;
}

Json to_json(StoredCheckup const& stored) {
  auto document = to_json(stored.checkup);
  document["databases"] = stored.databases;
  document["sessions"] = stored.sessions;
  document["generations"] = stored.generations;
  return document;
}

} // namespace artifactd
