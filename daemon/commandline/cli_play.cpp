#include "daemon/commandline/cli_play.hpp"

namespace artifactd {

void PlayWords::add_to(CLI::App& app, Chosen& chosen) {
  using What = PlayOptions::What;
  auto& play = *app.add_subcommand("play", "records of plays: what went wrong while a game was played")
                    ->require_subcommand(1)
                    ->fallthrough();
  auto const add = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = command(chosen, play, name, says, options_, play_command);
    sub.parse_complete_callback([this, what] { options_.what = what; });
    return sub;
  };
  auto& check =
      add("check", "examine a record: deadlocks, early ends, stuck phases, illegal states", What::check);
  check.add_option("record", options_.first, "its directory")->type_name("PLAY")->required();
  check.add_option("--game", options_.game, "with these artifacts, not its own")->type_name("DIR");
  session(add("list", "the plays of a session", What::list), options_.first);
  auto const add_one = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = add(name, says, what);
    session(sub, options_.first);
    sub.add_option("play", options_.second, "its id")->type_name("PLAY")->required();
    return sub;
  };
  add_one("show", "one play: its steps, where it is, and what is wrong with it", What::show);
  auto& adopt = add_one("adopt", "continue a play with its game, once that is repaired", What::adopt);
  adopt.add_flag("--dry-run", options_.dry_run, "only say where it would continue");
  add_one("dismiss", "mark what was found in a play as dealt with", What::dismiss);
}

} // namespace artifactd
