#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/queries/story_replay.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

std::string turns_text(std::int64_t count) {
  return fmt::format("{} turn{}", count, count == 1 ? "" : "s");
}

Result<Exit> replay(Cli const& cli, Config const& config, TurnReplayOptions const& options) {
  auto const story = TRY(story_argument(config, options.session));
  auto const first = options.turn.value_or(1);
  auto const last = options.turn.value_or(story.row.scene_index);
  auto const dice = options.recorded_dice ? turn::DiceFrom::recorded : turn::DiceFrom::seed;
  auto progress = std::make_optional<ProgressPrinter>(cli.progress, cli.talk_colour);
  auto const count = static_cast<std::size_t>(std::max<std::int64_t>(0, last - first + 1));
  progress->show({"replaying turns", 0, count});
  auto const replayed = TRY(replay_story(story, {first, last}, dice, [&](turn::Replayed const& each) {
    progress->show({"replaying turns", static_cast<std::size_t>(each.turn_index - first + 1), count});
  }));
  progress.reset();
  if (cli.output == Output::json) {
    print_json(to_json(replayed));
    return replayed.different == 0 ? Exit::ok : Exit::judged_bad;
  }
  for (auto const& each : replayed.turns)
    if (!each.difference.empty()) fmt::print("turn {}: {}\n", each.turn_index, printable(each.difference));
  if (replayed.different == 0)
    fmt::print("{}, each the same as recorded{}\n", turns_text(last - first + 1 - replayed.copied),
               replayed.copied == 0 ? "" : fmt::format("; {} played elsewhere", turns_text(replayed.copied)));
  return replayed.different == 0 ? Exit::ok : Exit::judged_bad;
}

} // namespace

Exit turn_replay_command(Cli const& cli, TurnReplayOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, replay);
}

} // namespace artifactd
