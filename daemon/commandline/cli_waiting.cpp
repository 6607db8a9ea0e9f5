#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

void add_waiting(CLI::App& app, Chosen& chosen, WaitingWords& words) {
  auto& inbox =
      command(chosen, app, "inbox", "refused work that waits for a person", words.inbox, inbox_command);
  inbox.add_option("session", words.inbox.session, "only this session")->type_name("SESSION");
  flag(inbox, "--list", words.inbox.form, "print a list, even on a terminal");

  auto& retry = command(chosen, app, "retry", "submit a refused signal again", words.retry, retry_command);
  signal_or_several(retry, words.retry, words.retry.bulk);
  flag(retry, "--fresh", words.retry.attempts, "forget earlier attempts");
  flag(retry, "--dry-run", words.retry.dry_run, "say what would happen, change nothing");

  auto& hint = command(chosen, app, "hint", "give a refused agent a hint and one more attempt", words.hint,
                       hint_command);
  signal_or_several(hint, words.hint, words.hint.bulk);
  hint.add_option("text", words.hint.text, "one line for the agent")->type_name("TEXT");
  flag(hint, "--dry-run", words.hint.dry_run, "say what would happen, change nothing");

  auto& fix = command(chosen, app, "fix", "edit refused files in your editor, submit them when valid",
                      words.signal, fix_command);
  signal(fix, words.signal);

  auto& abandon =
      command(chosen, app, "abandon", "give up refused work; its files stay", words.abandon, abandon_command);
  signal_or_several(abandon, words.abandon, words.abandon.bulk);
  flag(abandon, "--dry-run", words.abandon.dry_run, "say what would happen, change nothing");

  auto& cancel = command(chosen, app, "cancel", "end the run of an agent or of the editor", words.signal,
                         cancel_command);
  signal(cancel, words.signal);
}

} // namespace artifactd
