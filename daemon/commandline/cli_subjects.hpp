// Adds commands of artifactctl to the app, and those of each subject (`rule …`, `turn …`) to the subject's. A
// subject with several sets of options keeps them in a struct here. The options and `chosen` must outlive
// the app.
#pragma once

#include "daemon/commandline/cli_words.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/commands/web/web_options.hpp"

#include <map>

namespace artifactd {

struct SubmitWords {
  SubmitOptions submit;
  VerdictOptions wait;
  InitOptions init;
  McpOptions mcp;
};

struct WaitingWords {
  InboxOptions inbox;
  RetryOptions retry;
  HintOptions hint;
  AbandonOptions abandon;
  SignalOptions signal; ///< of fix and cancel
};

struct MergeWords {
  MergeOptions merge;
  HistoryOptions history;
  RollbackOptions rollback;
  RestoreOptions restore;
};

struct RuleWords {
  RuleOptions judged;
  RuleDraftOptions draft;
  RuleLookOptions look;
};

struct StateWords {
  StateOptions state;
  StateHistoryOptions history;
  StateUpdateOptions update;
  StateFixOptions fix;
  StateRunOptions run;
  StateReportOptions report;
};

struct TurnWords {
  TurnRollOptions roll;
  std::map<std::string, TurnStepOptions> steps; ///< by their words: CLI11 keeps the addresses
  TurnPlayOptions play;
  TurnLookOptions look;
  TurnContentOptions content;
  TurnCardOptions card;
  TurnGenerateOptions generate;
  TurnReplayOptions replay;
  TurnCostOptions cost;
  TurnAttachOptions attach;
  TurnMigrateOptions migrate;
};

void add_backup(CLI::App& app, Chosen& chosen, BackupOptions& options);
void add_edit(CLI::App& edit, Chosen& chosen, EditOptions& options);
void add_game(CLI::App& game, Chosen& chosen, GameOptions& options);
void add_merge(CLI::App& app, Chosen& chosen, MergeWords& words);
void add_model(CLI::App& model, Chosen& chosen, ModelTestOptions& options);
void add_play(CLI::App& play, Chosen& chosen, PlayOptions& options);
void add_report(CLI::App& report, Chosen& chosen, ReportOptions& options);
void add_rule(CLI::App& rule, Chosen& chosen, RuleWords& words);
void add_state(CLI::App& state, Chosen& chosen, StateWords& words);
void add_submit(CLI::App& app, Chosen& chosen, SubmitWords& words);
void add_turn(CLI::App& turn, Chosen& chosen, TurnWords& words);
void add_waiting(CLI::App& app, Chosen& chosen, WaitingWords& words);
void add_web(CLI::App& app, Chosen& chosen, WebOptions& options);
void add_turn_migration(CLI::App& turn, Chosen& chosen, TurnMigrateOptions& options);

} // namespace artifactd
