#include "agents/turn/mirror/backfilling.hpp"
#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/parity.hpp"
#include "agents/turn/mirror/phases.hpp"
#include "agents/turn/mirror/stored_story.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "agents/turn/store/rows/tables.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <iterator>
#include <unistd.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

constexpr std::array phase_words = {"tables", "backfill", "mirror", "parity", "read tables", "mirror off"};

/// The JSON Lines files of a directory, by name.
Result<std::vector<std::string>> story_files(std::string const& directory) {
  std::error_code failed;
  std::vector<std::string> files;
  for (auto const& entry : fs::directory_iterator(directory, failed))
    if (entry.path().extension() == ".jsonl" && !entry.path().filename().string().starts_with('.'))
      files.push_back(entry.path().string());
  if (failed) return fail(errno_error("list", directory, failed.value()));
  if (files.empty()) return fail(Fault::missing, printable(directory) + ": there is no .jsonl file in it");
  std::ranges::sort(files);
  return files;
}

class Migration {
public:
  Migration(Cli const& cli, Config const& config, turn::Store const& store, TurnMigrateOptions const& options)
      : cli_(cli), config_(config), store_(store), options_(options) {}

  Result<Exit> status() const {
    auto const phases = TRY(turn::phases(store_, config_.mirror_path()));
    if (cli_.output == Output::json)
      print_json(to_json(phases, config_.mirror_path()));
    else
      print_phases(phases);
    return Exit::ok;
  }

  /// A file that cannot be imported does not stop the others.
  Result<Exit> backfill() const {
    if (!options_.scenario.empty())
      TRY(turn::frozen_now(store_, options_.scenario)); // the same for all files
    auto rows = Json::array();
    auto bad = false;
    for (auto const& file : TRY(story_files(options_.directory))) {
      Json row = {{"file", file}};
      auto const done = backfill_file(file, row);
      bad = bad || !done;
      if (!done) row["error"] = done.error().message;
      report(row);
      rows.push_back(std::move(row));
    }
    if (cli_.output == Output::json) print_json({{"version", 1}, {"files", std::move(rows)}});
    return bad ? Exit::judged_bad : Exit::ok;
  }

  Result<Exit> mirror() const {
    TRY(options_.on ? turn::mirror_on(store_, config_.mirror_path(), turn::now())
                    : turn::mirror_off(store_, turn::now()));
    return status();
  }

  Result<Exit> parity() const {
    if (options_.directory.empty())
      return tell_parity(TRY(turn::check_parity(store_, config_.mirror_path(), turn::now())));
    turn::Parity parity;
    std::vector<Finding> left_out;
    for (auto const& file : TRY(story_files(options_.directory))) {
      auto const different = TRY(difference_of_file(file, left_out));
      ++parity.compared;
      if (parity.difference.empty() && !different.empty())
        parity.difference = fs::path(file).filename().string() + ": " + different;
    }
    return tell_parity(parity, left_out);
  }

  Result<Exit> read() const {
    if (options_.files) {
      TRY(turn::read_files(store_, turn::now()));
      return status();
    }
    auto const parity = TRY(turn::read_tables(store_, config_.mirror_path(), turn::now()));
    return parity.difference.empty() ? status() : tell_parity(parity);
  }

private:
  void print_phases(turn::Phases const& it) const {
    auto const row = [](char const* name, std::string const& text) {
      fmt::print("{}", table_row(name, 16, printable(text)));
    };
    row("phase",
        fmt::format("{} of 6: {}", it.phase, phase_words.at(static_cast<std::size_t>(it.phase - 1))));
    row("1 tables", fmt::format("layout {}, {} stories", turn::store_layout, it.stories));
    row("2 backfill", fmt::format("{} of them came from files", it.backfilled));
    row("3 mirror",
        it.mirror ? fmt::format("{} since {}; the files of {} stories are up to date, in {}",
                                it.mirror->value, time_of(*it.mirror), it.mirrored, config_.mirror_path())
                  : "never switched on");
    row("4 parity", !it.parity ? "never compared"
                    : it.parity->value.empty()
                        ? "held at " + time_of(*it.parity)
                        : fmt::format("failed at {}: {}", time_of(*it.parity), it.parity->value));
    row("5 read",
        it.read ? fmt::format("{} since {}", it.read->value, time_of(*it.read)) : "tables, never switched");
    row("6 mirror off", it.phase == 6 ? "yes" : "no");
  }

  Result<turn::MirroredStory> story_of(std::string const& file) const {
    return turn::read_story_file(store_, file, TRY(read_named(file, turn::largest_mirror)),
                                 options_.scenario);
  }

  Result<void> backfill_file(std::string const& file, Json& row) const {
    constexpr std::array words = {"new", "extended", "unchanged"};
    auto const told = TRY(story_of(file));
    tell_left_out(told);
    row["session_id"] = told.session_id;
    row["scenes"] = told.scenes.size();
    row["findings"] = to_json(told.left_out);
    auto const large = config_.turn.large.empty() ? config_.turn.small : config_.turn.large;
    auto const done = TRY(turn::backfill_story(store_, told, fs::path(file).filename().string(),
                                               {.importer = ::getuid(),
                                                .small_model_key = config_.turn.small,
                                                .large_model_key = large,
                                                .at = turn::now()}));
    row["outcome"] = words.at(static_cast<std::size_t>(done));
    if (done != turn::Backfilled::same && TRY(turn::is_mirroring(store_)))
      TRY(turn::mirror_story(store_, config_.mirror_path(), told.session_id, turn::Since::changed));
    return {};
  }

  void report(Json const& row) const {
    auto const name = printable(fs::path(row["file"].get<std::string>()).filename().string());
    if (row.contains("error"))
      tell(cli_, fmt::format("{}: {}", name, printable(row["error"].get<std::string>())));
    else if (cli_.output == Output::text)
      fmt::print("{}  {:<9}  {} scenes  {}\n", row["session_id"].get<std::string>(),
                 row["outcome"].get<std::string>(), row["scenes"].get<std::size_t>(), name);
  }

  /// Lines that cannot be read are not compared, so they are reported separately.
  void tell_left_out(turn::MirroredStory const& told) const {
    for (auto const& finding : told.left_out)
      tell(cli_, to_terminal(finding, cli_.talk_colour));
  }

  Result<std::string> difference_of_file(std::string const& file, std::vector<Finding>& left_out) const {
    auto const told = story_of(file);
    if (!told) return told.error().message;
    tell_left_out(*told);
    std::ranges::copy(told->left_out, std::back_inserter(left_out));
    if (!TRY(turn::story(store_, told->session_id))) return "the database does not have the story";
    return turn::difference(TRY(turn::stored_story(store_, told->session_id)), *told);
  }

  Result<Exit> tell_parity(turn::Parity const& parity, std::vector<Finding> const& left_out = {}) const {
    if (cli_.output == Output::json)
      print_json({{"version", 1},
                  {"compared", parity.compared},
                  {"difference", parity.difference},
                  {"findings", to_json(left_out)}});
    else if (parity.difference.empty())
      fmt::print("{} stories compared, no difference\n", parity.compared);
    else
      fmt::print("{}\n", printable(parity.difference));
    return parity.difference.empty() ? Exit::ok : Exit::judged_bad;
  }

  Cli const& cli_;
  Config const& config_;
  turn::Store const& store_;
  TurnMigrateOptions const& options_;
};

Result<Exit> migrate(Cli const& cli, Config const& config, TurnMigrateOptions const& options) {
  using What = TurnMigrateOptions::What;
  auto const store = TRY(open_stories(config));
  Migration const migration(cli, config, store, options);
  switch (options.what) {
  case What::status:
    return migration.status();
  case What::backfill:
    return migration.backfill();
  case What::mirror:
    return migration.mirror();
  case What::parity:
    return migration.parity();
  case What::read:
    return migration.read();
  }
  return Exit::usage;
}

} // namespace

Exit turn_migrate_command(Cli const& cli, TurnMigrateOptions const& options) {
  return run_configured(cli, configuration(cli), options, migrate);
}

} // namespace artifactd
