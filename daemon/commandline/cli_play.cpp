#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

void add_play(CLI::App& play, Chosen& chosen, PlayOptions& options) {
  using What = PlayOptions::What;
  Group const group{play, chosen, options, play_command};
  auto& check = group.add("check", "examine a record: deadlocks, early ends, stuck phases, illegal states",
                          What::check);
  check.add_option("record", options.first, "its directory")->type_name("PLAY")->required();
  check.add_option("--game", options.game, "with these artifacts, not its own")->type_name("DIR");
  group.add("list", "the plays of a session", What::list, options.first);
  auto const add_one = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = group.add(name, says, what, options.first);
    sub.add_option("play", options.second, "its id")->type_name("PLAY")->required();
    return sub;
  };
  add_one("show", "one play: its steps, where it is, and what is wrong with it", What::show);
  auto& adopt = add_one("adopt", "continue a play with its game, once that is repaired", What::adopt);
  adopt.add_flag("--dry-run", options.dry_run, "only say where it would continue");
  add_one("dismiss", "mark what was found in a play as dealt with", What::dismiss);
}

} // namespace artifactd
