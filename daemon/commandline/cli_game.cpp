#include "daemon/commandline/cli_subjects.hpp"
#include "merge/play/search/bots.hpp"

namespace artifactd {

namespace {

using GameGroup = Group<GameOptions>;

constexpr std::size_t most_plays = 1'000'000; ///< by bots

CLI::App& in_directory(GameGroup const& group, char const* name, char const* says, GameOptions::What what) {
  auto& sub = group.add(name, says, what);
  sub.add_option("directory", group.options.first,
                 "where schema.json, transitions.json and instructions.json are")
      ->type_name("DIR")
      ->required();
  return sub;
}

void participants(CLI::App& sub, GameOptions& options) {
  sub.add_option("--players", options.participants, "how many, or their names: 3, or ada,ben")
      ->type_name("N|A,B");
  sub.add_option("--seed", options.seed, "the random seed (1)")->type_name("N");
  sub.add_option("--bots", options.bots, "how they play: " + play::bot_words())->type_name("KIND");
}

void add_plays(GameGroup const& group) {
  using What = GameOptions::What;
  auto& options = group.options;
  auto& simulate = in_directory(
      group, "simulate", "find what goes wrong when a game is played, and let bots play it", What::simulate);
  participants(simulate, options);
  simulate.add_option("--plays", options.plays, "how many games bots play (100)")
      ->check(CLI::Range(std::size_t{0}, most_plays))
      ->type_name("N");
  flag(simulate, "--exhaustive", options.depth, "search 5,000,000 states, not 200,000");
  simulate
      .add_option("--replay", options.replay,
                  "replay the steps of a fault from --json, and say where they lead")
      ->type_name("FILE");
  auto& play = in_directory(group, "play", "play a game against bots, and keep a record of it", What::play);
  participants(play, options);
  play.add_option("--seat", options.seat,
                  "the player you are (the first); \"none\": bots play all, \"all\": you play all")
      ->type_name("PLAYER");
  play.add_option("--model", options.model,
                  "the model that computes what only a model can (default: you, or the seed)")
      ->type_name("KEY");
  play.add_option("--record", options.record,
                  "where the record goes (play/ of the session; else ~/.local/state/artifactd/plays)")
      ->type_name("DIR");
  auto& replay = group.add("replay", "replay a record, and say where it departs from its log", What::replay);
  replay.add_option("record", options.first, "its directory")->type_name("PLAY")->required();
  replay.add_option("--game", options.second, "with these artifacts, not its own")->type_name("DIR");
  replay.add_option("--to", options.to, "up to this step")
      ->check(CLI::Range(std::uint64_t{1}, largest_step))
      ->type_name("STEP");
}

void add_trials(GameGroup const& group) {
  using What = GameOptions::What;
  auto& options = group.options;
  auto& eval = group.add("eval", "evaluate logic over data", What::eval);
  eval.add_option("logic", options.first, "JSON, a file, or - for standard input")
      ->type_name("LOGIC")
      ->required();
  eval.add_option("data", options.second, "the values of its variables: JSON or a file")->type_name("DATA");
  flag(eval, "--state", options.data, "the data is a game's state: add what a router computes");
  auto& apply = group.add("apply", "apply the operations of a delta to a state", What::apply);
  apply.add_option("operations", options.first, "a list of them, one, or an instruction: JSON, a file, or -")
      ->type_name("OPERATIONS")
      ->required();
  apply.add_option("state", options.second, "the state: JSON or a file")->type_name("STATE");
  apply.add_option("--with", options.scope, "fill in templates, {{playerId}}, from this: JSON or a file")
      ->type_name("SCOPE");
  apply.add_option("--player", options.players, "who player1, player2, … are, in order")->type_name("ID");
  apply.add_option("--seed", options.seed, "the random seed")->type_name("N");
}

} // namespace

void add_game(CLI::App& game, Chosen& chosen, GameOptions& options) {
  using What = GameOptions::What;
  GameGroup const group{game, chosen, options, game_command};
  in_directory(group, "check", "every fault of the game in a directory", What::check);
  in_directory(group, "repair", "what the rules would change to repair it, as a diff", What::repair);
  add_plays(group);
  add_trials(group);
}

} // namespace artifactd
