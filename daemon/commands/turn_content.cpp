#include "agents/turn/import.hpp"
#include "agents/turn/limits.hpp"
#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/phases.hpp"
#include "agents/turn/store/check.hpp"
#include "agents/turn/store/content_json.hpp"
#include "agents/turn/store/story_rows.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "daemon/commands/display_text.hpp"
#include "daemon/commands/turn_options.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;
using turn::DocumentKind;

constexpr std::size_t largest_import = 64 << 20;
constexpr std::array endings = {".json", ".yaml", ".yml", ".toml", ".png", ".charx"};

struct KindWord {
  std::string_view word;
  DocumentKind kind;
};
constexpr std::array kind_words = {
    KindWord{"rulesets", DocumentKind::ruleset},
    KindWord{"lore", DocumentKind::world_lore},
    KindWord{"characters", DocumentKind::character},
    KindWord{"scenarios", DocumentKind::scenario},
};

Result<DocumentKind> kind_argument(std::string const& word) {
  for (auto const& each : kind_words)
    if (each.word == word || each.word == word + "s" || turn::document_word(each.kind) == word)
      return each.kind;
  return fail(Fault::invalid,
              fmt::format("\"{}\" is not one of rulesets, lore, characters and scenarios", printable(word)));
}

/// Of a directory the files in it and below it that can be documents, by name.
Result<std::vector<std::string>> files_of(std::string const& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return std::vector{path};
  std::vector<std::string> files;
  for (auto const& entry : fs::recursive_directory_iterator(path, failed))
    if (entry.symlink_status(failed).type() == fs::file_type::regular &&
        std::ranges::find(endings, entry.path().extension().string()) != endings.end())
      files.push_back(entry.path().string());
  if (failed) return fail(errno_error("list", path, failed.value()));
  if (files.empty()) return fail(Fault::missing, printable(path) + ": there is no document in it");
  std::ranges::sort(files);
  return files;
}

Result<std::vector<turn::ImportFile>> read_all(std::vector<std::string> const& paths) {
  std::vector<turn::ImportFile> files;
  for (auto const& path : paths)
    for (auto const& file : TRY(files_of(path)))
      files.push_back({file, TRY(read_named(file, largest_import))});
  return files;
}

std::string_view put_word(turn::Put put) {
  constexpr std::array words = {"imported", "unchanged", "a new version", "of another user"};
  return words.at(static_cast<std::size_t>(put));
}

Json content_rows_json(std::vector<turn::Content> const& contents,
                       std::vector<turn::PutResult> const& results) {
  auto rows = Json::array();
  for (std::size_t i = 0; i < contents.size(); ++i) {
    Json row = {{"kind", turn::document_word(turn::kind_of(contents[i]))}, {"id", turn::id_of(contents[i])}};
    if (i < results.size()) row["outcome"] = put_word(results[i].put);
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<turn::CardExtras> extras_of(TurnContentOptions const& options) {
  turn::CardExtras extras{.ruleset_id = options.ruleset};
  if (options.stats.empty()) return extras;
  extras.stat_block = Json::parse(TRY(read_named(options.stats, turn::largest_document)), nullptr, false);
  if (!extras.stat_block.is_object())
    return fail(Fault::invalid, printable(options.stats) + ": a stat block is a JSON object");
  return extras;
}

/// Import, or only its judging.
Result<Exit> bring_in(Cli const& cli, turn::Store const& store, TurnContentOptions const& options) {
  auto const files = TRY(read_all(options.files));
  auto const gathered = TRY(turn::gather(store, files, TRY(extras_of(options))));
  std::vector<turn::PutResult> results;
  auto const sound = !has_error(gathered.findings);
  auto const writes = options.what == TurnContentOptions::What::import;
  if (sound && writes)
    results = TRY(turn::put_content(store, gathered.contents,
                                    {.importer = ::getuid(),
                                     .replace = options.replace,
                                     .dry_run = options.dry_run == DryRun::yes,
                                     .at = turn::now()}));
  auto const others = std::ranges::find(results, turn::Put::others, &turn::PutResult::put) != results.end();
  if (cli.output == Output::json)
    print_json({{"version", 1},
                {"documents", content_rows_json(gathered.contents, results)},
                {"dry_run", options.dry_run == DryRun::yes},
                {"findings", to_json(gathered.findings)}});
  else
    for (std::size_t i = 0; sound && i < gathered.contents.size(); ++i)
      fmt::print("{:<11} {}{}{}\n", turn::document_word(turn::kind_of(gathered.contents[i])),
                 printable(turn::id_of(gathered.contents[i])), results.empty() ? "" : "  ",
                 results.empty() ? "" : put_word(results[i].put));
  for (auto const& finding : gathered.findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
  if (others) tell(cli, "nothing was imported: some are another user's. --replace takes them over");
  return !sound ? Exit::judged_bad : others ? Exit::conflict : Exit::ok;
}

Result<Exit> list(Cli const& cli, turn::Store const& store, DocumentKind kind) {
  auto const rows = TRY(turn::content_list(store, kind));
  if (cli.output == Output::json) {
    auto json = Json::array();
    for (auto const& row : rows)
      json.push_back({{"id", row.id}, {"name", row.name}, {"digest", row.digest}, {"version", row.version}});
    print_json({{"version", 1}, {"documents", std::move(json)}});
    return Exit::ok;
  }
  for (auto const& row : rows)
    fmt::print("{}", table_row(printable(row.id), 32, printable(row.name)));
  if (rows.empty()) tell(cli, "nothing has been imported yet: artifactctl turn import FILE|DIR");
  return Exit::ok;
}

std::string place_of(turn::StoryRow const& story) {
  if (!story.directory) return "no directory";
  auto path = full_path({story.directory->root, story.directory->path});
  return turn::is_there(*story.directory) ? path : path + " (gone)";
}

/// Every story there is, also those whose directory is gone: `turn attach` needs their ids.
Result<Exit> list_stories(Cli const& cli, turn::Store const& store) {
  auto rows = Json::array();
  for (auto const& story : TRY(turn::stories(store))) {
    rows.push_back({{"session_id", story.id},
                    {"session", place_of(story)},
                    {"scenario_id", story.scenario_id},
                    {"scene_index", story.scene_index},
                    {"ended", story.ended_at.has_value()}});
    if (cli.output == Output::text)
      fmt::print("{}  {:<24} scene {:<5} {}{}\n", story.id, printable(story.scenario_id), story.scene_index,
                 printable(place_of(story)), story.ended_at ? ", ended" : "");
  }
  if (cli.output == Output::json) print_json({{"version", 1}, {"stories", rows}});
  if (rows.empty() && cli.output == Output::text)
    tell(cli, "no story has been begun yet: artifactctl turn begin");
  return Exit::ok;
}

Result<Exit> show(turn::Store const& store, DocumentKind kind, std::string const& id) {
  auto const found = TRY(turn::content(store, kind, id));
  if (!found)
    return fail(Fault::missing,
                fmt::format("there is no {} \"{}\"", turn::document_word(kind), printable(id)));
  fmt::print("{}\n", pretty(turn::content_json(*found)));
  return Exit::ok;
}

/// A story by its id, also one without a directory.
Result<Exit> show_story(Config const& config, turn::Store const& store, std::string const& id) {
  auto const files = TRY(turn::story_of_files(store, config.mirror_path(), id));
  auto const story = files ? *files : TRY(turn::stored_story(store, id));
  turn::Scenes const all{.limit = SIZE_MAX};
  print_json({{"version", 1},
              {"session_id", story.session_id},
              {"scenario_id", story.documents.scenario.id},
              {"scene_index", static_cast<std::int64_t>(story.scenes.size()) - 1},
              {"log", log_rows(story, all)},
              {"scenes", scene_rows(story, all)},
              {"dice", dice_rows(story, all)}});
  return Exit::ok;
}

Result<Exit> check_stories(Cli const& cli, turn::Store const& store) {
  auto const faults = TRY(turn::check_stories(store));
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"faults", faults}});
  else
    for (auto const& fault : faults)
      fmt::print("{}\n", printable(fault));
  if (cli.output == Output::text && faults.empty()) tell(cli, "all stories are sound");
  return faults.empty() ? Exit::ok : Exit::judged_bad;
}

Result<Exit> act(Cli const& cli, Config const& config, TurnContentOptions const& options) {
  using What = TurnContentOptions::What;
  auto const store = TRY(turn::Store::open(config.stories_path()));
  switch (options.what) {
  case What::import:
    return bring_in(cli, store, options);
  case What::check:
    return options.database ? check_stories(cli, store) : bring_in(cli, store, options);
  case What::list:
    return options.kind == "stories" ? list_stories(cli, store)
                                     : list(cli, store, TRY(kind_argument(options.kind)));
  case What::show:
    if (options.kind == "story") return show_story(config, store, options.id);
    return show(store, TRY(kind_argument(options.kind)), options.id);
  case What::remove:
    if (options.kind == "story") {
      if (!TRY(turn::story(store, options.id))) return fail(Fault::missing, "there is no such story");
      TRY(turn::forget_story(store, options.id, false));
      TRY(turn::remove_mirror(config.mirror_path(), options.id));
      return Exit::ok;
    }
    TRY(turn::remove_content(store, TRY(kind_argument(options.kind)), options.id));
    return Exit::ok;
  }
  return Exit::usage;
}

} // namespace

Exit turn_content_command(Cli const& cli, TurnContentOptions const& options) {
  auto const config = configuration(cli);
  if (!config) return config.error();
  auto exit = act(cli, *config, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
