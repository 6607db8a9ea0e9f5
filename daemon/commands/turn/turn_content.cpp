#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/phases.hpp"
#include "agents/turn/store/check.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "daemon/commands/turn/turn_import.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd {

namespace {

using turn::DocumentKind;

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

/// All stories, including those whose directory is gone: `turn attach` needs their ids.
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
  auto const found = TRY(turn::needed_content(store, kind, id));
  fmt::print("{}\n", pretty(turn::content_json(found)));
  return Exit::ok;
}

/// A story by its id, even without a directory.
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
  if (cli.output == Output::text && faults.empty()) tell(cli, "all stories are valid");
  return faults.empty() ? Exit::ok : Exit::judged_bad;
}

Result<Exit> work_on_content(Cli const& cli, Config const& config, TurnContentOptions const& options) {
  using What = TurnContentOptions::What;
  auto const store = TRY(open_stories(config));
  switch (options.what) {
  case What::import:
    return options.into.empty() ? bring_in(cli, store, options) : bring_in_chat(cli, config, store, options);
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
      if (auto const left = turn::out_of_reach(store); !left.empty()) tell(cli, std::string(left));
      return Exit::ok;
    }
    TRY(turn::remove_content(store, TRY(kind_argument(options.kind)), options.id));
    return Exit::ok;
  }
  return Exit::usage;
}

} // namespace

Exit turn_content_command(Cli const& cli, TurnContentOptions const& options) {
  return run_configured(cli, configuration(cli), options, work_on_content);
}

} // namespace artifactd
