#include "agents/turn/content/chat.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/commands/turn/turn_text.hpp"
#include "daemon/commands/turn/turn_why.hpp"
#include "daemon/model/model_catalogue.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/json/json_member.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// One scene of the log: dice, who did what, what was narrated.
std::string scene_text(Json const& scene, Json const& dice, CharacterNames const& names, std::size_t width) {
  auto const undone = scene.contains("undone_at");
  auto text =
      fmt::format("── {}{}\n", scene["scene_index"].get<std::int64_t>(), undone ? " (taken back)" : "");
  for (auto const& message : scene["messages"])
    if (text_member(message, "role") == "user") text += prose("> " + text_member(message, "content"), width);
  for (auto const& roll : dice)
    if (roll["scene_id"] == scene["scene_id"]) text += "  " + roll_text(roll, names) + "\n";
  for (auto const& message : scene["messages"])
    if (text_member(message, "role") != "user") text += prose(text_member(message, "content"), width);
  return text;
}

/// The stories that branched off at this scene.
std::string branches_text(Json const& tree, Json const& scene_id) {
  std::string text;
  for (auto const& node : tree)
    if (node["scene_id"] == scene_id)
      for (auto const& branch : node["branches"])
        text += fmt::format("  branch: story {}\n", printable(branch.get<std::string>()));
  return text;
}

void print_log(Json const& document, CharacterNames const& names) {
  auto const tree = document.value("tree", Json::array());
  for (auto const& row : document["scenes"])
    fmt::print("{}{}", scene_text(row, document["dice"], names, terminal_size().width),
               branches_text(tree, row["scene_id"]));
}

void print_scene(Json const& document, CharacterNames const& names) {
  auto const& row = document["scenes"].front();
  fmt::print("{}{}", table_row("scene", 16, std::to_string(row["scene_index"].get<std::int64_t>())),
             state_text(row["state_json"], names));
}

void print_relations(Json const& document, CharacterNames const& names) {
  for (auto const& row : document["relations"])
    fmt::print(
        "{}",
        table_row(fmt::format("{} – {}", names.of(text_member(row, "a")), names.of(text_member(row, "b"))),
                  48,
                  fmt::format("trust {:>3}  tension {:>3}  closeness {:>3}", row["trust"].get<int>(),
                              row["tension"].get<int>(), row["closeness"].get<int>())));
}

void print_observations(Json const& document, CharacterNames const& names) {
  for (auto const& row : document["observations"])
    fmt::print("{:>6.3f}  {} {}\n", row["priority"].get<double>(),
               padded(names.of(text_member(row, "character_id")), 24),
               printable(text_member(row, "content")));
}

void print_document(Config const& config, turn::StoryView::What what, Json const& document) {
  using What = turn::StoryView::What;
  CharacterNames const names(document);
  switch (what) {
  case What::log:
    return print_log(document, names);
  case What::scene:
    return print_scene(document, names);
  case What::observations:
    return print_observations(document, names);
  case What::relations:
    return print_relations(document, names);
  case What::why:
    return fmt::print("{}", why_text(document, prices_by_key(config.models), terminal_size().width));
  case What::reveal:
    return fmt::print("{}\n", printable(text_member(document, "seed")));
  case What::exported:
    return print_json(document);
  }
}

Result<Exit> show_view(Cli const& cli, Config const& config, TurnLookOptions const& options) {
  auto view = options.view;
  if (!options.at.empty()) view.at = turn::chat_time(options.at);
  if (!options.at.empty() && !view.at) {
    tell(cli, fmt::format("\"{}\" is not a time such as 2026-11-24T18:00:00Z", printable(options.at)));
    return Exit::usage;
  }
  auto const document = TRY(look_at_story(config, options.session, view));
  if (cli.output == Output::json)
    print_json(document);
  else
    print_document(config, options.view.what, document);
  return Exit::ok;
}

} // namespace

Exit turn_look_command(Cli const& cli, TurnLookOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, show_view);
}

} // namespace artifactd
