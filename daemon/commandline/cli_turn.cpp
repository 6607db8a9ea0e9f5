#include "daemon/commandline/cli_subjects.hpp"

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

void add_steps(CLI::App& turn, Chosen& chosen, std::map<std::string, TurnStepOptions>& steps) {
  auto const step = [&](char const* name, char const* says) -> CLI::App& {
    auto& options = steps[name];
    options.what = name;
    auto& sub = command(chosen, turn, name, says, options, turn_step_command);
    session(sub, options.session);
    sub.add_option("--id", options.id, "user_action_id: repeating it changes nothing")->type_name("TEXT");
    duration(sub, "--wait", options.wait, "how long to wait for it (default: 10min)");
    return sub;
  };
  auto& begin = step("begin", "begin a story in a directory");
  begin.add_option("--scenario", steps["begin"].scenario, "as `turn list scenarios` shows it")
      ->type_name("ID")
      ->required();
  begin.add_option("--persona", steps["begin"].persona, "play this character instead")->type_name("ID");
  begin
      .add_option("--seed", steps["begin"].seed, "the seed of its dice (default: a random one, kept secret)")
      ->type_name("TEXT");
  models(begin, steps["begin"]);

  auto& say = step("say", "play one turn");
  say.add_option("text", steps["say"].text, "what your character does or says")
      ->type_name("TEXT")
      ->required();
  expected_scene(say, steps["say"]);

  for (auto const* name : {"undo", "redo"})
    step(name, name == std::string("undo") ? "take turns back" : "redo turns that were taken back")
        .add_option("count", steps[name].count, "how many (default: 1)")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
        ->type_name("N");

  auto& retry = step("retry", "play the last turn again, with the same text and dice");
  retry.add_flag("--reroll", steps["retry"].reroll, "with other dice, which the log shows");
  expected_scene(retry, steps["retry"]);

  auto& branch = step("branch", "begin another story with this one's scenes");
  branch.add_option("directory", steps["branch"].directory, "the name of a new session beside this one")
      ->type_name("NAME")
      ->required();
  branch.add_option("--at", steps["branch"].at, "the last scene it keeps (default: the current one)")
      ->type_name("N");
  branch.add_flag("--same-dice", steps["branch"].same_dice, "continue with this story's dice");

  models(step("models", "use other models from the next turn on"), steps["models"]);
  auto& rebase = step("rebase", "continue with another version of the story's ruleset");
  rebase.add_option("--to", steps["rebase"].to, "the version's digest, or the ruleset's id for the newest")
      ->type_name("DIGEST|ID")
      ->required();
  rebase.add_flag("--dry-run", steps["rebase"].dry_run, "check, and change nothing");
  step("end", "close the story, and show the seed of its dice");
  step("forget", "delete the story permanently")
      .add_flag("--branches", steps["forget"].branches, "also the stories branched off from it");
}

void add_looks_at_story(CLI::App& turn, Chosen& chosen, TurnLookOptions& options) {
  using What = turn::StoryView::What;
  auto add = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = command(chosen, turn, name, says, options, turn_look_command);
    sub.parse_complete_callback([&options, what] { options.view.what = what; });
    session(sub, options.session);
    return sub;
  };
  auto& log = add("log", "the story so far", What::log);
  log.add_option("--turn", options.view.turn, "only this turn")->type_name("N");
  log.add_flag("--tree", options.view.tree, "including what was taken back");
  add("scene", "where the story is: time, place, who is present", What::scene)
      .add_option("--turn", options.view.turn, "as of this turn")
      ->type_name("N");
  auto& observations = add("observations", "what characters remember, and how strongly", What::observations);
  observations.add_option("character", options.view.character, "whose (default: everybody's)")
      ->type_name("ID");
  observations.add_option("--turn", options.view.turn, "as of this turn")->type_name("N");
  observations.add_flag("--all", options.view.all, "all of them, not only the strongest");
  observations.add_option("--at", options.at, "how strong they are at this time (default: now)")
      ->type_name("TIME");
  add("relations", "trust, tension and closeness between any two", What::relations)
      .add_option("--turn", options.view.turn, "as of this turn")
      ->type_name("N");
  add("why", "how a turn came about: checks, dice, ops, what each was told, what it cost", What::why)
      .add_option("turn", options.view.turn, "which (default: the last)")
      ->type_name("N");
  add("reveal", "the seed of the dice of a story that has ended", What::reveal);
  add("export", "all of a story as one JSON document", What::exported);
}

void add_other_looks(CLI::App& turn, Chosen& chosen, TurnWords& words) {
  auto& replay = command(chosen, turn, "replay", "replay turns from their recorded replies, and compare",
                         words.replay, turn_replay_command);
  session(replay, words.replay.session);
  replay.add_option("--turn", words.replay.turn, "only this turn")->type_name("N");
  replay
      .add_option_function<std::string>(
          "--dice", [&words](std::string const& from) { words.replay.recorded_dice = from == "recorded"; },
          "rolled again from their seeds, or as recorded (default: seed)")
      ->check(CLI::IsMember({"seed", "recorded"}));
  auto& cost = command(chosen, turn, "cost", "what the next turn would cost, at least and at most",
                       words.cost, turn_cost_command);
  session(cost, words.cost.session);
  cost.add_option("--text", words.cost.text, "the text of that turn")->type_name("TEXT");
  auto& attach = command(chosen, turn, "attach", "connect a moved directory to its story again", words.attach,
                         turn_attach_command);
  session(attach, words.attach.session);
  attach.add_option("story", words.attach.story, "its id, as results show it")->type_name("ID")->required();
}

void add_content(CLI::App& turn, Chosen& chosen, TurnContentOptions& options) {
  using What = TurnContentOptions::What;
  Group const group{turn, chosen, options, turn_content_command};
  auto files = [&](CLI::App& sub) {
    sub.add_option("files", options.files, "documents or cards, or directories of them")
        ->type_name("FILE|DIR");
    sub.add_option("--ruleset", options.ruleset, "the ruleset of characters from cards")->type_name("ID");
    sub.add_option("--stats", options.stats, "their stat block, a JSON object")->type_name("FILE");
  };
  auto& import = group.add("import", "import rulesets, worlds, characters and scenarios", What::import);
  files(import);
  import.get_option("files")->required();
  import.add_flag("--replace", options.replace, "also replace what another user imported");
  flag(import, "--dry-run", options.dry_run, "check, and change nothing");
  import.add_option("--as", options.as, "the id for one document or card, instead of its own")
      ->type_name("ID");
  auto* into = import.add_option("--into", options.into, "the session where a chat becomes a story")
                   ->type_name("SESSION");
  import.add_option("--scenario", options.scenario, "the scenario of that story")
      ->type_name("ID")
      ->needs(into);
  auto& check = group.add("check", "check documents without importing them", What::check);
  files(check);
  check.add_flag("--database", options.database, "verify the stored stories instead");
  auto& list = group.add("list", "list the documents, or the stories", What::list);
  list.add_option("kind", options.kind, "rulesets, lore, characters, scenarios or stories")
      ->type_name("KIND")
      ->required();
  for (auto const& [name, says, what] :
       {std::tuple{"show", "a document, or a story as JSON", What::show},
        {"remove", "remove a document that nothing uses, or a story", What::remove}}) {
    auto& sub = group.add(name, says, what);
    sub.add_option("kind", options.kind, "ruleset, lore, character, scenario or story")
        ->type_name("KIND")
        ->required();
    sub.add_option("id", options.id, "its id")->type_name("ID")->required();
  }
}

void add_card(CLI::App& turn, Chosen& chosen, TurnCardOptions& options) {
  auto& sub =
      command(chosen, turn, "card", "a character as a card for other programs", options, turn_card_command);
  sub.add_option("character", options.id, "its id")->type_name("ID")->required();
  sub.add_option("--form", options.form, "v2 or v3 (default: the one it came in)")
      ->check(CLI::IsMember({"v2", "v3"}));
  sub.add_option("--lore", options.lore, "a world, if the card has no lorebook of its own")->type_name("ID");
  sub.add_option("--out", options.out, "a new file: JSON, or a PNG (default: stdout)")->type_name("FILE");
  sub.add_option("--png", options.picture, "the picture for a PNG")->type_name("FILE");
}

void add_roll(CLI::App& turn, Chosen& chosen, TurnRollOptions& options) {
  auto& roll = command(chosen, turn, "roll", "roll dice that anybody can check", options, turn_roll_command);
  auto* dice =
      roll.add_option("expression", options.expression, "such as 1d20+3 or 4d6kh3")->type_name("DICE");
  roll.add_option("--seed", options.seed, "roll the dice of this seed again (default: a fresh one)")
      ->type_name("TEXT");
  roll.add_option("--priority", options.priority, "instead: the weight of an observation")
      ->expected(4)
      ->excludes(dice)
      ->type_name("IMPORTANCE COUNT AGE LAMBDA");
  roll.parse_complete_callback([&options] {
    if (options.expression.empty() && options.priority.empty()) throw CLI::RequiredError("DICE");
  });
}

void add_generate(CLI::App& turn, Chosen& chosen, TurnGenerateOptions& options) {
  auto& sub = command(chosen, turn, "generate", "have a model write a scenario, as files to read and import",
                      options, turn_generate_command);
  sub.add_option("idea", options.idea, "what it is about")->type_name("TEXT")->required();
  sub.add_option("--ruleset", options.ruleset, "the ruleset it is played by")->type_name("ID")->required();
  sub.add_option("--lore", options.lore, "the world it takes place in (default: none)")->type_name("ID");
  sub.add_option("--cast", options.cast, "existing characters that take part, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("ID");
  sub.add_option("--model", options.model, "which model writes it (default: [turn] large)")->type_name("KEY");
  sub.add_option("--out", options.out, "a new directory (default: named after the scenario)")
      ->type_name("DIR");
}

} // namespace

void add_turn(CLI::App& turn, Chosen& chosen, TurnWords& words) {
  add_steps(turn, chosen, words.steps);
  auto& play = command(chosen, turn, "play", "play a story in the terminal", words.play, turn_play_command);
  session(play, words.play.session);
  add_looks_at_story(turn, chosen, words.look);
  add_other_looks(turn, chosen, words);
  add_content(turn, chosen, words.content);
  add_turn_migration(turn, chosen, words.migrate);
  add_generate(turn, chosen, words.generate);
  add_card(turn, chosen, words.card);
  add_roll(turn, chosen, words.roll);
}

} // namespace artifactd
