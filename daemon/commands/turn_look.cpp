#include "agents/turn/mechanics.hpp"
#include "agents/turn/memory.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "daemon/commands/display_text.hpp"
#include "daemon/commands/terminal.hpp"
#include "daemon/commands/turn_story.hpp"
#include "daemon/commands/turn_text.hpp"
#include "state/json_member.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

void print_rows(char const* name, turn::StoryRow const& story, Json rows) {
  print_json({{"version", 1},
              {"session_id", story.id},
              {"scene_index", story.scene_index},
              {name, std::move(rows)}});
}

/// One scene of the log: dice, who did what, what was told.
std::string scene_text(Json const& scene, Json const& dice, std::size_t width) {
  auto const undone = scene.contains("undone_at");
  auto text =
      fmt::format("── {}{}\n", scene["scene_index"].get<std::int64_t>(), undone ? " (taken back)" : "");
  for (auto const& message : scene["messages"])
    if (text_member(message, "role") == "user") text += prose("> " + text_member(message, "content"), width);
  for (auto const& roll : dice)
    if (roll["scene_id"] == scene["scene_id"]) text += "  " + roll_text(roll) + "\n";
  for (auto const& message : scene["messages"])
    if (text_member(message, "role") != "user") text += prose(text_member(message, "content"), width);
  return text;
}

/// The stories that branched off at a scene.
std::string branches_text(Json const& tree, Json const& scene_id) {
  std::string text;
  for (auto const& node : tree)
    if (node["scene_id"] == scene_id)
      for (auto const& branch : node["branches"])
        text += fmt::format("  branch: story {}\n", printable(branch.get<std::string>()));
  return text;
}

Result<Exit> show_log(Cli const& cli, NamedStory const& story, TurnLookOptions const& options) {
  auto const scenes = scenes_of(options.turn, true, options.tree);
  auto rows = TRY(turn::log_rows(story.store, story.row.id, scenes));
  auto const dice = TRY(turn::dice_rows(story.store, story.row.id, scenes));
  auto const tree = options.tree ? TRY(turn::tree_rows(story.store, story.row.id)) : Json();
  if (cli.output == Output::json) {
    Json document = {{"version", 1},
                     {"session_id", story.row.id},
                     {"scene_index", story.row.scene_index},
                     {"scenes", std::move(rows)},
                     {"dice", dice}};
    if (options.tree) document["tree"] = tree;
    print_json(document);
    return Exit::ok;
  }
  for (auto const& row : rows)
    fmt::print("{}{}", scene_text(row, dice, terminal_size().width), branches_text(tree, row["scene_id"]));
  return Exit::ok;
}

Result<Exit> show_scene(Cli const& cli, NamedStory const& story, TurnLookOptions const& options) {
  auto const index = options.turn.value_or(story.row.scene_index);
  auto rows = TRY(turn::scene_rows(story.store, story.row.id, {.from = index, .to = index}));
  if (rows.empty()) return fail(Fault::missing, fmt::format("the story has no scene {}", index));
  if (cli.output == Output::json) {
    print_rows("scenes", story.row, std::move(rows));
    return Exit::ok;
  }
  fmt::print("{}{}", table_row("scene", 16, std::to_string(index)), state_text(rows.front()["state_json"]));
  return Exit::ok;
}

Result<Exit> show_relations(Cli const& cli, NamedStory const& story, TurnLookOptions const& options) {
  auto const index = options.turn.value_or(story.row.scene_index);
  auto rows = TRY(turn::relation_rows(story.store, story.row.id, {.from = index, .to = index}));
  if (cli.output == Output::json) {
    print_rows("relations", story.row, std::move(rows));
    return Exit::ok;
  }
  for (auto const& row : rows)
    fmt::print(
        "{}",
        table_row(fmt::format("{} – {}", printable(text_member(row, "a")), printable(text_member(row, "b"))),
                  32,
                  fmt::format("trust {:>3}  tension {:>3}  closeness {:>3}", row["trust"].get<int>(),
                              row["tension"].get<int>(), row["closeness"].get<int>())));
  return Exit::ok;
}

Json remembered_json(turn::Remembered const& each) {
  auto const& it = each.observation;
  return {{"id", it.id},
          {"character_id", it.character_id},
          {"scene_index", it.scene_index},
          {"content", it.content},
          {"effective_importance", it.importance},
          {"reinforcement_count", it.reinforcement_count},
          {"age_minutes", each.age_minutes},
          {"decay_weight", each.decay_weight},
          {"priority", each.priority}};
}

Result<Exit> show_observations(Cli const& cli, NamedStory const& story, TurnLookOptions const& options) {
  auto const frozen = TRY(turn::frozen_of(story.store, story.row.id));
  auto const decay = turn::read_mechanics(frozen.ruleset).mechanics.decay;
  turn::Moment const now{turn::now(), options.turn.value_or(story.row.scene_index)};
  std::vector<turn::Remembered> all;
  for (auto& each : TRY(turn::observations(story.store, story.row.id, options.character, options.turn)))
    all.push_back(turn::remembered(decay, std::move(each), now));
  std::ranges::stable_sort(all, std::ranges::greater(), &turn::Remembered::priority);
  if (cli.output == Output::json) {
    auto rows = Json::array();
    for (auto const& each : all)
      rows.push_back(remembered_json(each));
    print_rows("observations", story.row, std::move(rows));
    return Exit::ok;
  }
  for (auto const& each : all)
    fmt::print("{:>6.3f}  {:<16} {}\n", each.priority, printable(each.observation.character_id),
               printable(each.observation.content));
  return Exit::ok;
}

Result<Exit> show_why(Cli const& cli, NamedStory const& story, TurnLookOptions const& options) {
  auto const index = options.turn.value_or(story.row.scene_index);
  auto rows = TRY(turn::event_rows(story.store, story.row.id, {.from = index, .to = index}));
  if (cli.output == Output::json) {
    print_rows("events", story.row, std::move(rows));
    return Exit::ok;
  }
  for (auto const& row : rows) {
    auto const payload = row["payload_json"];
    auto line = fmt::format("{:<12} {:<20}", text_member(row, "event_type"), text_member(row, "step_name"));
    if (auto const model = text_member(row, "model_key"); !model.empty())
      line += fmt::format(" {} {}", printable(model), text_member(row, "prompt_version"));
    fmt::print("{}\n    {}\n", line, printable(compact(payload)));
  }
  return Exit::ok;
}

Result<Exit> reveal(Cli const& cli, NamedStory const& story) {
  if (!story.row.ended_at)
    return fail(Fault::busy,
                "the story has not ended: its later rolls could be foretold (artifactctl turn end)");
  if (TRY(turn::seed_is_in_use(story.store, story.row)))
    return fail(Fault::busy, "a story that has not ended rolls by the same seed: end that one first");
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"session_id", story.row.id}, {"seed", story.row.dice_seed}});
  else
    fmt::print("{}\n", printable(story.row.dice_seed));
  return Exit::ok;
}

Result<Exit> act(Cli const& cli, Config const& config, TurnLookOptions const& options) {
  using What = TurnLookOptions::What;
  auto const story = TRY(story_argument(config, options.session));
  switch (options.what) {
  case What::log:
    return show_log(cli, story, options);
  case What::scene:
    return show_scene(cli, story, options);
  case What::observations:
    return show_observations(cli, story, options);
  case What::relations:
    return show_relations(cli, story, options);
  case What::why:
    return show_why(cli, story, options);
  case What::reveal:
    return reveal(cli, story);
  }
  return Exit::usage;
}

} // namespace

Exit turn_look_command(Cli const& cli, TurnLookOptions const& options) {
  auto const config = configuration_to_look(cli);
  if (!config) return config.error();
  auto exit = act(cli, *config, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
