#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

namespace {

/// An argument that is `yes` or `no`; `yes` sets the value.
void word(CLI::App& sub, char const* name, bool& value, char const* yes, char const* no, char const* says) {
  sub.add_option_function<std::string>(
         name, [&value, yes](std::string const& it) { value = it == yes; }, says)
      ->check(CLI::IsMember({yes, no}))
      ->required();
}

} // namespace

void add_turn_migration(CLI::App& turn, Chosen& chosen, TurnMigrateOptions& options) {
  using What = TurnMigrateOptions::What;
  auto& migrate =
      *turn.add_subcommand("migrate", "move stories from files to tables, in six phases, and back")
           ->require_subcommand(1)
           ->fallthrough();
  Group const group{migrate, chosen, options, turn_migrate_command};
  auto scenario = [&](CLI::App& sub) {
    sub.add_option("--scenario", options.scenario, "the scenario for chats of other programs")
        ->type_name("ID");
  };
  group.add("status", "the phase, and what it rests on", What::status);
  auto& backfill = group.add("backfill", "make stories of the .jsonl files of a directory, without playing",
                             What::backfill);
  backfill.add_option("directory", options.directory, "mirrors of artifactd, or chats")
      ->type_name("DIR")
      ->required();
  scenario(backfill);
  word(group.add("mirror", "also write each story to a file from now on; \"on\" also repairs the files",
                 What::mirror),
       "switch", options.on, "on", "off", "on or off");
  auto& parity =
      group.add("parity", "compare stories with files, and show the first difference", What::parity);
  parity.add_option("directory", options.directory, "files of stories (default: the mirror)")
      ->type_name("DIR");
  scenario(parity);
  word(group.add("read", "what log, scene and show read from; tables only while parity holds", What::read),
       "source", options.files, "files", "tables", "tables or files");
}

} // namespace artifactd
