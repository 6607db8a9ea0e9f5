#include "daemon/commandline/cli_game.hpp"

#include "merge/play/search/bots.hpp"

namespace artifactd {

CLI::App& GameWords::add(char const* name, char const* says, What what) {
  auto& sub = command(*chosen_, *game_, name, says, options_, game_command);
  sub.parse_complete_callback([this, what] { options_.what = what; });
  return sub;
}

CLI::App& GameWords::in_directory(char const* name, char const* says, What what) {
  auto& sub = add(name, says, what);
  sub.add_option("directory", options_.first, "where schema.json, transitions.json and instructions.json are")
      ->type_name("DIR")
      ->required();
  return sub;
}

void GameWords::participants(CLI::App& sub) {
  sub.add_option("--players", options_.participants, "how many, or their names: 3, or ada,ben")
      ->type_name("N|A,B");
  sub.add_option("--seed", options_.seed, "the random seed (1)")->type_name("N");
  sub.add_option("--bots", options_.bots, "how they play: " + play::bot_words())->type_name("KIND");
}

void GameWords::add_plays() {
  auto& simulate = in_directory(
      "simulate", "find what goes wrong when a game is played, and let bots play it", What::simulate);
  participants(simulate);
  simulate.add_option("--plays", options_.plays, "how many games bots play (100)")->type_name("N");
  flag(simulate, "--exhaustive", options_.depth, "search 5,000,000 states, not 200,000");
  simulate
      .add_option("--replay", options_.replay,
                  "replay the steps of a fault from --json, and say where they lead")
      ->type_name("FILE");
  auto& play = in_directory("play", "play a game against bots, and keep a record of it", What::play);
  participants(play);
  play.add_option("--seat", options_.seat,
                  "the player you are (the first); \"none\": bots play all, \"all\": you play all")
      ->type_name("PLAYER");
  play.add_option("--model", options_.model,
                  "the model that computes what only a model can (default: you, or the seed)")
      ->type_name("KEY");
  play.add_option("--record", options_.record,
                  "where the record goes (play/ of the session; else ~/.local/state/artifactd/plays)")
      ->type_name("DIR");
  auto& replay = add("replay", "replay a record, and say where it departs from its log", What::replay);
  replay.add_option("record", options_.first, "its directory")->type_name("PLAY")->required();
  replay.add_option("--game", options_.second, "with these artifacts, not its own")->type_name("DIR");
  replay.add_option("--to", options_.to, "up to this step")->type_name("STEP");
}

void GameWords::add_trials() {
  auto& eval = add("eval", "evaluate logic over data", What::eval);
  eval.add_option("logic", options_.first, "JSON, a file, or - for standard input")
      ->type_name("LOGIC")
      ->required();
  eval.add_option("data", options_.second, "the values of its variables: JSON or a file")->type_name("DATA");
  flag(eval, "--state", options_.data, "the data is a game's state: add what a router computes");
  auto& apply = add("apply", "apply the operations of a delta to a state", What::apply);
  apply
      .add_option("operations", options_.first, "a list of them, one, or an instruction: JSON, a file, or -")
      ->type_name("OPERATIONS")
      ->required();
  apply.add_option("state", options_.second, "the state: JSON or a file")->type_name("STATE");
  apply.add_option("--with", options_.scope, "fill in templates, {{playerId}}, from this: JSON or a file")
      ->type_name("SCOPE");
  apply.add_option("--player", options_.players, "who player1, player2, … are, in order")->type_name("ID");
  apply.add_option("--seed", options_.seed, "the random seed")->type_name("N");
}

void GameWords::add_to(CLI::App& app, Chosen& chosen) {
  chosen_ = &chosen;
  game_ =
      app.add_subcommand("game", "game artifacts: check them, play them, try their logic and their deltas")
          ->require_subcommand(1)
          ->fallthrough();
  in_directory("check", "every fault of the game in a directory", What::check);
  in_directory("repair", "what the rules would change to repair it, as a diff", What::repair);
  add_plays();
  add_trials();
}

} // namespace artifactd
