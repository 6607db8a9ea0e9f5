#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

void add_merge(CLI::App& app, Chosen& chosen, MergeWords& words) {
  auto& merge =
      command(chosen, app, "merge", "settle pending signals now, daemon or not", words.merge, merge_command);
  session(merge, words.merge.session);
  merge.add_option("agent", words.merge.agent, "only this agent; AGENT.KIND: only that signal")
      ->type_name("AGENT");
  duration(merge, "--wait", words.merge.wait, "how long to wait for a busy session (30s)");
  flag(merge, "--dry-run", words.merge.dry_run, "say what would happen, change nothing");

  auto& history =
      command(chosen, app, "history", "earlier values of one agent", words.history, history_command);
  session(history, words.history.session);
  history.add_option("agent", words.history.agent, "")->type_name("AGENT")->required();

  auto& rollback = command(chosen, app, "rollback", "set one agent back to an earlier value", words.rollback,
                           rollback_command);
  session(rollback, words.rollback.session);
  rollback.add_option("agent", words.rollback.agent, "")->type_name("AGENT")->required();
  rollback.add_option("--to", words.rollback.to, "the generation (default: the previous one)")
      ->type_name("G");
  flag(rollback, "--dry-run", words.rollback.dry_run, "say what would happen, change nothing");

  auto& restore = command(chosen, app, "restore", "set the whole graph back to a generation", words.restore,
                          restore_command);
  session(restore, words.restore.session);
  restore.add_option("--to", words.restore.to, "the generation (default: the newest valid one)")
      ->type_name("G");
  flag(restore, "--dry-run", words.restore.dry_run, "say what would happen, change nothing");
}

} // namespace artifactd
