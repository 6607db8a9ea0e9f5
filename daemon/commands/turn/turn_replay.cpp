#include "agents/turn/replay.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/queries/named_story.hpp"

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
  if (last < first) return fail(Fault::missing, "no turn has been played yet");
  auto const dice = options.recorded_dice ? turn::DiceFrom::recorded : turn::DiceFrom::seed;
  auto rows = Json::array();
  std::size_t different = 0;
  std::int64_t copied = 0;
  auto progress = std::make_optional<ProgressPrinter>(cli.progress, cli.talk_colour);
  std::string differences;
  auto const count = static_cast<std::size_t>(last - first + 1);
  progress->show({"replaying turns", 0, count});
  auto const take = [&](turn::Replayed const& replayed) {
    progress->show({"replaying turns", static_cast<std::size_t>(replayed.turn_index - first + 1), count});
    if (!replayed.difference.empty()) ++different;
    if (replayed.copied) ++copied;
    if (cli.output == Output::json)
      rows.push_back(to_json(replayed));
    else if (!replayed.difference.empty())
      differences += fmt::format("turn {}: {}\n", replayed.turn_index, printable(replayed.difference));
  };
  TRY(turn::replay_turns(story.store, story.row.id, {first, last}, dice, take));
  progress.reset();
  fmt::print("{}", differences);
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"session_id", story.row.id}, {"turns", std::move(rows)}});
  else if (different == 0)
    fmt::print("{}, each the same as recorded{}\n", turns_text(last - first + 1 - copied),
               copied == 0 ? "" : fmt::format("; {} played elsewhere", turns_text(copied)));
  return different == 0 ? Exit::ok : Exit::judged_bad;
}

} // namespace

Exit turn_replay_command(Cli const& cli, TurnReplayOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, replay);
}

} // namespace artifactd
