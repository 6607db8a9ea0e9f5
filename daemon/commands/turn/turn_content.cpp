#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/phases.hpp"
#include "agents/turn/store/check.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "daemon/commands/turn/turn_import.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/queries/story_list.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>

namespace artifactd {

namespace {

using turn::DocumentKind;

constexpr std::array kind_words{
    std::pair("rulesets", DocumentKind::ruleset), std::pair("lore", DocumentKind::world_lore),
    std::pair("characters", DocumentKind::character), std::pair("scenarios", DocumentKind::scenario)};

std::optional<DocumentKind> kind_called(std::string const& word) {
  for (auto const& [plural, kind] : kind_words)
    if (plural == word || plural == word + "s" || turn::document_word(kind) == word) return kind;
  return std::nullopt;
}

Exit tell_kinds(Cli const& cli, TurnContentOptions const& options) {
  tell(cli, fmt::format("\"{}\" is not one of {}", printable(options.kind),
                        options.what == TurnContentOptions::What::list
                            ? "rulesets, lore, characters, scenarios and stories"
                            : "ruleset, lore, character, scenario and story"));
  return Exit::usage;
}

Exit list(Cli const& cli, std::vector<turn::ContentRow> const& rows) {
  if (cli.output == Output::json)
    print_json(to_json(rows));
  else
    for (auto const& row : rows)
      fmt::print("{}", table_row(printable(row.id), 32, printable(row.name)));
  if (rows.empty() && cli.output == Output::text)
    tell(cli, "nothing has been imported yet: artifactctl turn import FILE|DIR");
  return Exit::ok;
}

Exit list_stories(Cli const& cli, std::vector<StoryListRow> const& rows) {
  if (cli.output == Output::json)
    print_json(to_json(rows));
  else
    for (auto const& row : rows)
      fmt::print("{}  {} scene {:<5} {}{}\n", row.session_id, padded(printable(row.scenario_id), 24),
                 row.scene_index, printable(row.session), row.ended ? ", ended" : "");
  if (rows.empty() && cli.output == Output::text)
    tell(cli, "no story has been begun yet: artifactctl turn begin");
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

Result<Exit> remove_story(Cli const& cli, Config const& config, turn::Store const& store,
                          std::string const& id) {
  if (!TRY(turn::story(store, id))) return fail(Fault::missing, "there is no such story");
  TRY(turn::forget_story(store, id, false));
  TRY(turn::remove_mirror(config.mirror_path(), id));
  tell(cli, std::string(turn::out_of_reach(store)));
  return Exit::ok;
}

Result<Exit> work_on_content(Cli const& cli, Config const& config, TurnContentOptions const& options) {
  using What = TurnContentOptions::What;
  auto const of_stories = options.kind == (options.what == What::list ? "stories" : "story");
  auto const kind = kind_called(options.kind);
  auto const of_documents = options.what == What::import || options.what == What::check;
  if (!of_documents && !of_stories && !kind) return tell_kinds(cli, options);
  if (options.what == What::list && no_story_yet(config))
    return of_stories ? list_stories(cli, {}) : list(cli, {});
  auto const store = TRY(open_stories(config));
  switch (options.what) {
  case What::import:
    return options.into.empty() ? bring_in(cli, store, options) : bring_in_chat(cli, config, store, options);
  case What::check:
    return options.database ? check_stories(cli, store) : bring_in(cli, store, options);
  case What::list:
    return of_stories ? list_stories(cli, TRY(list_of_stories(store)))
                      : list(cli, TRY(turn::content_list(store, *kind)));
  case What::show:
    if (of_stories) return show_story(config, store, options.id);
    fmt::print("{}\n", pretty(turn::content_json(TRY(turn::needed_content(store, *kind, options.id)))));
    return Exit::ok;
  case What::remove:
    if (of_stories) return remove_story(cli, config, store, options.id);
    TRY(turn::remove_content(store, *kind, options.id));
    return Exit::ok;
  }
  return Exit::usage;
}

} // namespace

Exit turn_content_command(Cli const& cli, TurnContentOptions const& options) {
  return run_configured(cli, configuration(cli), options, work_on_content);
}

} // namespace artifactd
