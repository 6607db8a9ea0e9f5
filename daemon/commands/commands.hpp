// One function per command of artifactctl. Each gets its arguments parsed, prints data on stdout (text or
// JSON) and talk on stderr, and returns the exit code. None of them throws.
#pragma once

#include "daemon/commands/backup/backup_options.hpp"
#include "daemon/commands/mcp/mcp_options.hpp"
#include "daemon/commands/play/game_options.hpp"
#include "daemon/commands/play/play_options.hpp"
#include "daemon/commands/report/report_options.hpp"
#include "daemon/commands/rule/rule_options.hpp"
#include "daemon/commands/state/state_run_options.hpp"
#include "daemon/commands/submit/submit_options.hpp"
#include "daemon/config/config.hpp"
#include "daemon/interventions/case.hpp"
#include "daemon/interventions/daemon_journal.hpp"
#include "daemon/process/exit.hpp"
#include "daemon/queries/named_session.hpp"
#include "daemon/queries/running_config.hpp"
#include "daemon/terminal/progress_printer.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/dry_run.hpp"
#include "state/vocabulary/finding.hpp"
#include "watchers/session_key.hpp"

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

enum class Output : std::uint8_t { text, json };

/// What all commands share.
struct Cli {
  ConfigSource source;
  Output output = Output::text;
  Colour colour = Colour::off;      ///< of stdout
  Colour talk_colour = Colour::off; ///< of stderr
  ProgressForm progress = ProgressForm::none;
};

struct MergeOptions {
  std::string session = {};
  std::optional<std::string> agent = {}; ///< its name, or that of its signal; absent: every pending signal
  Duration wait = std::chrono::seconds(30);
  DryRun dry_run = DryRun::no;
};

struct ValidateOptions {
  std::string session = {};
  std::optional<std::string> agent = {}; ///< absent: every directory below artifacts/
};

struct StatusOptions {
  enum class Detail : std::uint8_t { brief, full };
  std::optional<std::string> session = {};
  Detail detail = Detail::brief;
};

/// Of the commands about one signal: fix, cancel, explain and those below.
struct SignalOptions {
  std::string session = {};
  /// NAME[.KIND]; empty: `session` is the path of the signal, in which `explain` needs no ending
  std::string signal = {};
};

/// Describes refused signals instead of naming one; everything that is given has to fit.
struct BulkOptions {
  std::string code = {};       ///< of the first error of the last attempt
  std::string agent = {};      ///< glob over the names of signals
  std::string in_session = {}; ///< glob over paths of sessions, or what follows their root
  std::optional<Duration> older_than = {};
  bool yes = false; ///< without a question

  [[nodiscard]] bool any() const noexcept {
    return !code.empty() || !agent.empty() || !in_session.empty() || older_than;
  }
};

struct RetryOptions : SignalOptions {
  CountedAttempts attempts = CountedAttempts::keep;
  BulkOptions bulk = {};
  DryRun dry_run = DryRun::no;
};

struct InboxOptions {
  enum class Form : std::uint8_t { screen, list }; ///< the screen only on a terminal
  std::optional<std::string> session = {};
  Form form = Form::screen;
};

struct HintOptions : SignalOptions {
  std::optional<std::string> text = {}; ///< absent: `session` is the path of the signal and `signal` the text
  BulkOptions bulk = {};                ///< with it, `session` is the text
  DryRun dry_run = DryRun::no;
};

struct AbandonOptions : SignalOptions {
  BulkOptions bulk = {};
  DryRun dry_run = DryRun::no;
};

struct HistoryOptions {
  std::string session = {};
  std::string agent = {};
};

struct RestoreOptions {
  std::string session = {};
  std::optional<std::string> to = {}; ///< absent: the newest good generation, or the agent's value before
  DryRun dry_run = DryRun::no;
};

struct RollbackOptions : RestoreOptions {
  std::string agent = {};
};

struct LogOptions {
  enum class Follow : bool { no, yes };
  std::size_t count = 50;
  std::optional<std::string> session = {};
  std::optional<std::string> signal = {}; ///< NAME[.KIND]
  std::optional<std::string> agent = {};  ///< a glob over names
  std::optional<std::string> outcome = {};
  Duration since = Duration::zero();  ///< only newer entries; zero: everything
  std::optional<Duration> until = {}; ///< only older entries
  Follow follow = Follow::no;
};

struct WatchOptions {
  std::optional<std::string> session = {};
  std::optional<Duration> timeout = {}; ///< exit after this time
};

struct StatsOptions {
  std::optional<std::string> session = {};
  Duration since = Duration::zero(); ///< only newer entries; zero: everything
};

struct DoctorOptions {
  enum class What : std::uint8_t {
    usual,
    stored, ///< everything that artifactd stored, read whole
  };
  What what = What::usual;
};

struct MetricsOptions {
  std::string textfile = {}; ///< empty: stdout
};

struct StateOptions {
  enum class What : std::uint8_t { init, check, next, score, schema };
  What what = What::check;
  std::string file = {};    ///< or its directory; for init, empty prints
  std::string against = {}; ///< for check: empty judges the snapshot only
};

struct StateHistoryOptions {
  enum class What : std::uint8_t { log, diff, show, restore };
  What what = What::log;
  std::string session = {};
  std::optional<std::uint64_t> from = {}; ///< the number of a state; for diff, none means the one before `to`
  std::optional<std::uint64_t> to = {};   ///< for diff; none: the last
  DryRun dry_run = DryRun::no;
};

struct StateFixOptions {
  enum class What : std::uint8_t { apply, verify, rollback };
  What what = What::apply;
  std::string session = {};
  std::string fix = {};    ///< its id; empty: the next pending one, or all that wait for verification
  std::string target = {}; ///< instead of the root's target_root
  DryRun dry_run = DryRun::no;
};

struct StateUpdateOptions {
  enum class What : std::uint8_t { update, fix_counts, drop };
  What what = What::update;
  std::string file = {};             ///< or its directory
  std::string fix = {};              ///< the one to drop
  std::vector<std::string> set = {}; ///< PATH=VALUE
  std::string merge = {};            ///< a JSON object; empty: none
  std::optional<std::string> expected = {};
  DryRun dry_run = DryRun::no;
};

struct EditOptions {
  enum class What : std::uint8_t { run, show, replay };
  What what = What::run;
  std::string session = {};
  std::string agent = {};  ///< for run
  std::string errors = {}; ///< for run: a file
  std::string engine = "rules";
  bool plan_only = false;
  DryRun dry_run = DryRun::no;
  std::string run = {}; ///< for show and replay; empty: all of them
};

struct ModelTestOptions {
  enum class Asking : bool { no, yes };
  std::string key = {};
  Asking asking = Asking::no; ///< no: says what it would cost, sends nothing
};

Exit merge_command(Cli const& cli, MergeOptions const& options);
Exit validate_command(Cli const& cli, ValidateOptions const& options);
Exit status_command(Cli const& cli, StatusOptions const& options);
Exit retry_command(Cli const& cli, RetryOptions const& options);
Exit inbox_command(Cli const& cli, InboxOptions const& options);
Exit hint_command(Cli const& cli, HintOptions const& options);
Exit fix_command(Cli const& cli, SignalOptions const& options);
Exit abandon_command(Cli const& cli, AbandonOptions const& options);
Exit cancel_command(Cli const& cli, SignalOptions const& options);
Exit history_command(Cli const& cli, HistoryOptions const& options);
Exit rollback_command(Cli const& cli, RollbackOptions const& options);
Exit restore_command(Cli const& cli, RestoreOptions const& options);
Exit submit_command(Cli const& cli, SubmitOptions const& options);
Exit wait_command(Cli const& cli, VerdictOptions const& options);
Exit init_command(Cli const& cli, InitOptions const& options);
Exit mcp_command(Cli const& cli, McpOptions const& options);
Exit explain_command(Cli const& cli, SignalOptions const& options);
Exit log_command(Cli const& cli, LogOptions const& options);
Exit watch_command(Cli const& cli, WatchOptions const& options);
Exit stats_command(Cli const& cli, StatsOptions const& options);
Exit rule_command(Cli const& cli, RuleOptions const& options);
Exit rule_draft_command(Cli const& cli, RuleDraftOptions const& options);
Exit rule_explain_command(Cli const& cli, RuleLookOptions const& options);
Exit rule_coverage_command(Cli const& cli, RuleLookOptions const& options);
Exit state_command(Cli const& cli, StateOptions const& options);
Exit state_report_command(Cli const& cli, StateReportOptions const& options);
Exit state_run_command(Cli const& cli, StateRunOptions const& options);
Exit state_history_command(Cli const& cli, StateHistoryOptions const& options);
Exit state_fix_command(Cli const& cli, StateFixOptions const& options);
Exit state_update_command(Cli const& cli, StateUpdateOptions const& options);
Exit game_command(Cli const& cli, GameOptions const& options);
Exit play_command(Cli const& cli, PlayOptions const& options);
Exit report_command(Cli const& cli, ReportOptions const& options);
Exit edit_command(Cli const& cli, EditOptions const& options);
Exit model_list_command(Cli const& cli);
Exit model_test_command(Cli const& cli, ModelTestOptions const& options);
Exit metrics_command(Cli const& cli, MetricsOptions const& options);
Exit backup_command(Cli const& cli, BackupOptions const& options);
Exit doctor_command(Cli const& cli, DoctorOptions const& options);
Exit config_check_command(Cli const& cli);
Exit config_show_command(Cli const& cli);

// What the commands share.

/// The configuration. If it has errors, they are printed already, and what to do if a daemon runs.
[[nodiscard]] std::expected<Config, Exit> configuration(Cli const& cli);

/// The same for commands that only look, or leave all judging to the daemon: if the files have errors, which
/// are printed, returns what can be read of them, with the roots of the daemon that still runs with the
/// former version.
[[nodiscard]] std::expected<Config, Exit> configuration_to_look(Cli const& cli);

/// For commands that work without a valid configuration: the configuration, or what can be read of it.
[[nodiscard]] Config whatever_configuration(Cli const& cli);

/// Reads a file named by a person: links are followed. At most `limit` bytes.
[[nodiscard]] Result<std::string> read_named(std::string const& path, std::size_t limit);

/// Prints the error on stderr and returns its exit code.
Exit complain(Cli const& cli, Error const& error);

/// The exit code of a command; an Error is printed.
[[nodiscard]] Exit ended(Cli const& cli, Result<Exit> const& exit);

/// The whole of a command that needs the configuration; what is wrong with it is printed.
[[nodiscard]] Exit with_configuration(Cli const& cli, std::function<Result<Exit>(Config const&)> const& act);

/// The same for a function of the configuration and the command's options.
template <class Options>
Exit run_configured(Cli const& cli, std::expected<Config, Exit> const& config, Options const& options,
                    Result<Exit> (*act)(Cli const&, Config const&, Options const&)) {
  return config ? ended(cli, act(cli, *config, options)) : config.error();
}

/// One line on stderr.
void tell(Cli const& cli, std::string_view text);

/// Prints all errors, then the first warning of each code and how many more there are.
void tell_findings(Cli const& cli, std::vector<Finding> const& findings);

/// A JSON document on stdout, on one line.
void print_json(nlohmann::ordered_json const& document);

/// Around every command: a command that fails with --json and has printed no document ends by printing
/// {"version":1,"error":{"code":…,"message":…}} ; the message is what it printed on stderr.
void begin_command();
void end_command(Cli const& cli, Exit exit);

} // namespace artifactd
