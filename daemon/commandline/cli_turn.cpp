#include "daemon/commandline/cli_turn.hpp"

namespace artifactd {

namespace {

void models(CLI::App& sub, TurnStepOptions& options) {
  sub.add_option("--small", options.small, "the model that resolves and reflects")->type_name("KEY");
  sub.add_option("--large", options.large, "the model that narrates")->type_name("KEY");
}

void expected_scene(CLI::App& sub, TurnStepOptions& options) {
  sub.add_option("--expect-scene", options.expect_scene, "refuse unless the story is at this scene")
      ->type_name("N");
}

} // namespace

CLI::App& TurnWords::step(CLI::App& turn, Chosen& chosen, char const* name, char const* says) {
  auto& options = steps_[name];
  options.what = name;
  auto& sub = command(chosen, turn, name, says, options, turn_step_command);
  session(sub, options.session);
  sub.add_option("--id", options.id, "user_action_id: repeating it changes nothing")->type_name("TEXT");
  duration(sub, "--wait", options.wait, "how long to wait for it (default: 10min)");
  return sub;
}

void TurnWords::add_steps(CLI::App& turn, Chosen& chosen) {
  auto& begin = step(turn, chosen, "begin", "begin a story in a directory");
  begin.add_option("--scenario", steps_["begin"].scenario, "as `turn list scenarios` shows it")
      ->type_name("ID")
      ->required();
  begin.add_option("--persona", steps_["begin"].persona, "play this character instead")->type_name("ID");
  begin
      .add_option("--seed", steps_["begin"].seed, "the seed of its dice (default: a random one, kept secret)")
      ->type_name("TEXT");
  models(begin, steps_["begin"]);

  auto& say = step(turn, chosen, "say", "play one turn");
  say.add_option("text", steps_["say"].text, "what your character does or says")
      ->type_name("TEXT")
      ->required();
  expected_scene(say, steps_["say"]);

  for (auto const* name : {"undo", "redo"})
    step(turn, chosen, name,
         name == std::string("undo") ? "take turns back" : "redo turns that were taken back")
        .add_option("count", steps_[name].count, "how many (default: 1)")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
        ->type_name("N");

  auto& retry = step(turn, chosen, "retry", "play the last turn again, with the same text and dice");
  retry.add_flag("--reroll", steps_["retry"].reroll, "with other dice, which the log shows");
  expected_scene(retry, steps_["retry"]);

  auto& branch = step(turn, chosen, "branch", "begin another story with this one's scenes");
  branch.add_option("directory", steps_["branch"].directory, "the name of a new session beside this one")
      ->type_name("NAME")
      ->required();
  branch.add_option("--at", steps_["branch"].at, "the last scene it keeps (default: the current one)")
      ->type_name("N");
  branch.add_flag("--same-dice", steps_["branch"].same_dice, "continue with this story's dice");

  models(step(turn, chosen, "models", "use other models from the next turn on"), steps_["models"]);
  auto& rebase = step(turn, chosen, "rebase", "continue with another version of the story's ruleset");
  rebase.add_option("--to", steps_["rebase"].to, "the version's digest, or the ruleset's id for the newest")
      ->type_name("DIGEST|ID")
      ->required();
  rebase.add_flag("--dry-run", steps_["rebase"].dry_run, "check, and change nothing");
  step(turn, chosen, "end", "close the story, and show the seed of its dice");
  step(turn, chosen, "forget", "delete the story permanently")
      .add_flag("--branches", steps_["forget"].branches, "also the stories branched off from it");
}

void TurnWords::add_looks(CLI::App& turn, Chosen& chosen) {
  using What = turn::StoryView::What;
  auto add = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = command(chosen, turn, name, says, look_, turn_look_command);
    sub.parse_complete_callback([this, what] { look_.view.what = what; });
    session(sub, look_.session);
    return sub;
  };
  auto& log = add("log", "the story so far", What::log);
  log.add_option("--turn", look_.view.turn, "only this turn")->type_name("N");
  log.add_flag("--tree", look_.view.tree, "including what was taken back");
  add("scene", "where the story is: time, place, who is present", What::scene)
      .add_option("--turn", look_.view.turn, "as of this turn")
      ->type_name("N");
  auto& observations = add("observations", "what characters remember, and how strongly", What::observations);
  observations.add_option("character", look_.view.character, "whose (default: everybody's)")->type_name("ID");
  observations.add_option("--turn", look_.view.turn, "as of this turn")->type_name("N");
  observations.add_flag("--all", look_.view.all, "all of them, not only the strongest");
  observations.add_option("--at", look_.at, "how strong they are at this time (default: now)")
      ->type_name("TIME");
  add("relations", "trust, tension and closeness between any two", What::relations)
      .add_option("--turn", look_.view.turn, "as of this turn")
      ->type_name("N");
  add("why", "how a turn came about: checks, dice, ops, what each was told, what it cost", What::why)
      .add_option("turn", look_.view.turn, "which (default: the last)")
      ->type_name("N");
  add("reveal", "the seed of the dice of a story that has ended", What::reveal);
  add("export", "all of a story as one JSON document", What::exported);

  auto& replay = command(chosen, turn, "replay", "replay turns from their recorded replies, and compare",
                         replay_, turn_replay_command);
  session(replay, replay_.session);
  replay.add_option("--turn", replay_.turn, "only this turn")->type_name("N");
  replay
      .add_option_function<std::string>(
          "--dice", [this](std::string const& from) { replay_.recorded_dice = from == "recorded"; },
          "rolled again from their seeds, or as recorded (default: seed)")
      ->check(CLI::IsMember({"seed", "recorded"}));
  auto& cost = command(chosen, turn, "cost", "what the next turn would cost, at least and at most", cost_,
                       turn_cost_command);
  session(cost, cost_.session);
  cost.add_option("--text", cost_.text, "the text of that turn")->type_name("TEXT");
  auto& attach = command(chosen, turn, "attach", "connect a moved directory to its story again", attach_,
                         turn_attach_command);
  session(attach, attach_.session);
  attach.add_option("story", attach_.story, "its id, as results show it")->type_name("ID")->required();
}

void TurnWords::add_content(CLI::App& turn, Chosen& chosen) {
  using What = TurnContentOptions::What;
  auto add = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = command(chosen, turn, name, says, content_, turn_content_command);
    sub.parse_complete_callback([this, what] { content_.what = what; });
    return sub;
  };
  auto files = [&](CLI::App& sub) {
    sub.add_option("files", content_.files, "documents or cards, or directories of them")
        ->type_name("FILE|DIR");
    sub.add_option("--ruleset", content_.ruleset, "the ruleset of characters from cards")->type_name("ID");
    sub.add_option("--stats", content_.stats, "their stat block, a JSON object")->type_name("FILE");
  };
  auto& import = add("import", "import rulesets, worlds, characters and scenarios", What::import);
  files(import);
  import.get_option("files")->required();
  import.add_flag("--replace", content_.replace, "also replace what another user imported");
  flag(import, "--dry-run", content_.dry_run, "check, and change nothing");
  import.add_option("--as", content_.as, "the id for one document or card, instead of its own")
      ->type_name("ID");
  auto* into = import.add_option("--into", content_.into, "the session where a chat becomes a story")
                   ->type_name("SESSION");
  import.add_option("--scenario", content_.scenario, "the scenario of that story")
      ->type_name("ID")
      ->needs(into);
  auto& check = add("check", "check documents without importing them", What::check);
  files(check);
  check.add_flag("--database", content_.database, "verify the stored stories instead");
  auto& list = add("list", "list the documents, or the stories", What::list);
  list.add_option("kind", content_.kind, "rulesets, lore, characters, scenarios or stories")
      ->type_name("KIND")
      ->required();
  for (auto const& [name, says, what] :
       {std::tuple{"show", "a document, or a story as JSON", What::show},
        {"remove", "remove a document that nothing uses, or a story", What::remove}}) {
    auto& sub = add(name, says, what);
    sub.add_option("kind", content_.kind, "ruleset, lore, character, scenario or story")
        ->type_name("KIND")
        ->required();
    sub.add_option("id", content_.id, "its id")->type_name("ID")->required();
  }
}

void TurnWords::add_card(CLI::App& turn, Chosen& chosen) {
  auto& sub =
      command(chosen, turn, "card", "a character as a card for other programs", card_, turn_card_command);
  sub.add_option("character", card_.id, "its id")->type_name("ID")->required();
  sub.add_option("--form", card_.form, "v2 or v3 (default: the one it came in)")
      ->check(CLI::IsMember({"v2", "v3"}));
  sub.add_option("--lore", card_.lore, "a world, if the card has no lorebook of its own")->type_name("ID");
  sub.add_option("--out", card_.out, "a new file: JSON, or a PNG (default: stdout)")->type_name("FILE");
  sub.add_option("--png", card_.picture, "the picture for a PNG")->type_name("FILE");
}

void TurnWords::add_roll(CLI::App& turn, Chosen& chosen) {
  auto& roll = command(chosen, turn, "roll", "roll dice that anybody can check", roll_, turn_roll_command);
  auto* dice = roll.add_option("expression", roll_.expression, "such as 1d20+3 or 4d6kh3")->type_name("DICE");
  roll.add_option("--seed", roll_.seed, "roll the dice of this seed again (default: a fresh one)")
      ->type_name("TEXT");
  roll.add_option("--priority", roll_.priority, "instead: the weight of an observation")
      ->expected(4)
      ->excludes(dice)
      ->type_name("IMPORTANCE COUNT AGE LAMBDA");
  roll.parse_complete_callback([this] {
    if (roll_.expression.empty() && roll_.priority.empty()) throw CLI::RequiredError("DICE");
  });
}

void TurnWords::add_generate(CLI::App& turn, Chosen& chosen) {
  auto& sub = command(chosen, turn, "generate", "have a model write a scenario, as files to read and import",
                      generate_, turn_generate_command);
  sub.add_option("idea", generate_.idea, "what it is about")->type_name("TEXT")->required();
  sub.add_option("--ruleset", generate_.ruleset, "the ruleset it is played by")->type_name("ID")->required();
  sub.add_option("--lore", generate_.lore, "the world it takes place in (default: none)")->type_name("ID");
  sub.add_option("--cast", generate_.cast, "existing characters that take part, separated by commas")
      ->delimiter(',')
      ->type_name("ID");
  sub.add_option("--model", generate_.model, "which model writes it (default: [turn] large)")
      ->type_name("KEY");
  sub.add_option("--out", generate_.out, "a new directory (default: named after the scenario)")
      ->type_name("DIR");
}

void TurnWords::add_to(CLI::App& app, Chosen& chosen) {
  auto& turn = *app.add_subcommand("turn", "narrative turns: play stories, look at them, roll their dice")
                    ->require_subcommand(1)
                    ->fallthrough();
  add_steps(turn, chosen);
  auto& play = command(chosen, turn, "play", "play a story in the terminal", play_, turn_play_command);
  session(play, play_.session);
  add_looks(turn, chosen);
  add_content(turn, chosen);
  add_migration(turn, chosen);
  add_generate(turn, chosen);
  add_card(turn, chosen);
  add_roll(turn, chosen);
}

} // namespace artifactd
