// What a person may set, as one plain value with its defaults. Read from one TOML file and the drop-ins
// beside it (`conf.d/*.toml`, byte order of names: single values override, also those of a [models.KEY];
// [[root]] and [[agent]] add up). A value from load_config() is complete, in range and free of
// contradictions; it is not checked again.
#pragma once

#include "agents/edit/edit_run.hpp"
#include "agents/report/report_policy.hpp"
#include "agents/state/drive/drive.hpp"
#include "agents/state/fixing.hpp"
#include "agents/state/state_policy.hpp"
#include "agents/turn/turn_policy.hpp"
#include "daemon/config/model_config.hpp"
#include "daemon/config/web_config.hpp"
#include "daemon/process/log.hpp"
#include "merge/kg/kg_policy.hpp"
#include "state/platform/clock.hpp"
#include "state/settle/budget.hpp"
#include "state/vocabulary/names.hpp"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct KindOfWork;
struct SettleReport;
struct WorkTools;

/// The kinds of work a program serves: made in its main() and passed down.
struct KindList {
  Kinds kinds = {};
  /// Each of them, in the same order, as done with those tools (daemon/settling/work_tools).
  std::vector<KindOfWork> (*works)(WorkTools const&) = nullptr;
  /// What to do after a run, whatever was settled; null: nothing.
  SettleReport (*afterwards)(WorkTools const&, Session const&) = nullptr;
};

struct RootConfig {
  std::string path = {}; ///< absolute, as the person wrote it; may be a symlink
  unsigned depth = 1;    ///< sessions are exactly the directories this many levels below; 0: the root itself
  /// What the fixes of tuning runs may touch, and the base of target_skill.path; empty: they touch nothing.
  std::string target_root = {};
};

/// Running agents' own commands again.
struct ReinvokeConfig {
  unsigned at_once = 4; ///< each run is a model at work: it takes minutes and costs money
  std::string socket;   ///< where `artifactd run` serves them; empty: they are children of the daemon
  /// When a run could not begin because something was missing
  Duration postponed_for = std::chrono::seconds(30);
};

struct JournalConfig {
  std::uint64_t rows = 200'000; ///< about 50 MB; the oldest go first
  bool content = false;         ///< true: messages of findings are kept too; they may quote artifacts
};

/// What is known about the agents whose names match. The first rule that matches name and kind wins.
struct AgentRule {
  std::string match = "*";                     ///< fnmatch pattern on the agent's name
  std::vector<Kind> kinds{Kind::by_default()}; ///< the kinds of signal it applies to
  AgentRules work;                             ///< without the schemas, which are files here:
  std::string schema; ///< absolute path of a JSON Schema for every file; or one per file:
  std::map<std::string, std::string> schemas; ///< file name or glob → absolute path
  std::optional<editor::Engine> editor;       ///< tries refused work first; unset: rules for games, else off
  /// The command that makes the agent try again; empty: a person has to act
  std::vector<std::string> reinvoke;
  std::vector<std::string> reinvoke_env; ///< "NAME=value", or "NAME": its value in the daemon's environment
  Duration reinvoke_timeout = std::chrono::minutes(10);
  std::uint64_t reinvoke_memory = std::uint64_t{8}
                                  << 30; ///< address space: interpreters map far more than they use
};

struct Config {
  std::string state_dir;   ///< journal, one-daemon lock, records of fixes
  std::string runtime_dir; ///< status board, control socket
  unsigned workers = 32;   ///< sessions settled at once; settling mostly waits for the disk
  /// Artifacts and graphs that they hold in memory together, in bytes; their merges need as much again
  std::uint64_t memory = std::uint64_t{512} << 20;
  /// What events miss is found within this time, for < 0.5 % CPU
  Duration audit_interval = std::chrono::seconds(5);
  bool events = true; ///< false: find everything by the audit alone

  LogConfig log;
  KgPolicy kg; ///< its rules are in `agents`
  JqLimits jq; ///< of the operator's jq programs
  StatePolicy state;
  FixPolicy fixes;    ///< each root says where they may be applied
  DrivePolicy tuning; ///< its fixes are in `fixes`
  BudgetLimits attempts;
  ReinvokeConfig reinvoke;
  editor::EditPolicy edit; ///< its models are in `models`
  turn::TurnPolicy turn;   ///< likewise
  report::ReportPolicy report;
  unsigned turns_at_once = 128; ///< one thread each, which mostly waits for models
  JournalConfig journal;
  ModelServiceConfig model;
  WebConfig web;
  std::vector<RootConfig> roots;
  std::vector<AgentRule> agents;
  ModelConfigs models; ///< by key

  KindList served;                            ///< by this program
  std::vector<std::string> files;             ///< what was read, in order
  std::map<std::string, std::string> origins; ///< "limits.json_depth" → "file:line"; absent: default

  [[nodiscard]] std::string journal_path() const { return state_dir + "/journal.db"; }
  [[nodiscard]] std::string run_locks_path() const { return state_dir + "/runs"; }
  [[nodiscard]] std::string fix_records_path() const { return state_dir + "/fixes"; }
  /// Where stories are kept: the URL of [turn] database, or a file.
  [[nodiscard]] std::string stories() const { return turn.database.empty() ? stories_path() : turn.database; }
  [[nodiscard]] std::string stories_path() const { return state_dir + "/turns.db"; }
  /// Proposed corrections, wishes and answers to reports.
  [[nodiscard]] std::string reports_path() const { return state_dir + "/reports.db"; }
  /// What was found in plays, and how far they were examined.
  [[nodiscard]] std::string plays_path() const { return state_dir + "/plays.db"; }
  [[nodiscard]] std::string mirror_path() const { return state_dir + "/mirror"; }
  [[nodiscard]] std::string lock_path() const { return state_dir + "/artifactd.lock"; }
  [[nodiscard]] std::string runtime_lock_path() const { return runtime_dir + "/lock"; }
  [[nodiscard]] std::string board_path() const { return runtime_dir + "/status"; }
  [[nodiscard]] std::string control_path() const { return runtime_dir + "/control"; }
  /// Where models are asked: [model] socket, or the socket behind which the daemon starts `artifactd model`.
  [[nodiscard]] std::string model_path() const {
    return model.socket.empty() ? runtime_dir + "/model" : model.socket;
  }
  /// Where the web process asks the core: [web] socket, or a socket in the runtime directory.
  [[nodiscard]] std::string web_path() const {
    return web.socket.empty() ? runtime_dir + "/web" : web.socket;
  }
  [[nodiscard]] std::string web_tokens_path() const { return state_dir + "/web-tokens.json"; }
  [[nodiscard]] std::string model_state_path() const { return state_dir + "/model"; }

  /// The first rule for this agent and kind, or null.
  [[nodiscard]] AgentRule const* rule_for(Name const& agent, Kind kind) const;
};

struct ConfigError {
  std::string file; ///< empty: the command line
  std::size_t line = 0;
  std::size_t column = 0;
  std::string key;
  std::string message;
  std::string suggestion; ///< the known key or word most similar to what was written, if any
};

/// "file:line:column: key: message (did you mean "x"?)"
[[nodiscard]] std::string render(ConfigError const& error);

/// What the command line says about the configuration.
struct ConfigSource {
  std::optional<std::string> file = {}; ///< has to exist; the default file used without it need not
  std::vector<std::string> roots = {};  ///< added to the file's, with depth 1
  KindList served = {};                 ///< by this program
  /// How much is judged. A process that only asks models, or only serves the web, sees neither sessions nor
  /// schemas.
  enum class Judged : std::uint8_t { everything, models, web };
  Judged judged = Judged::everything;
};

/// Reads as much as possible, whatever the errors: for finding a daemon that still runs with a former version
/// of the file.
[[nodiscard]] Config load_config_loosely(ConfigSource const& source);

/// Reports every error found, not just the first; the list is never empty.
[[nodiscard]] std::expected<Config, std::vector<ConfigError>> load_config(ConfigSource const& source);

/// $CONFIGURATION_DIRECTORY's, root's (/etc/artifactd/artifactd.toml) or the user's ($XDG_CONFIG_HOME).
[[nodiscard]] std::string default_config_file();

/// The effective configuration as a file that load_config() reads back to the same value.
[[nodiscard]] std::string to_toml(Config const& config);
[[nodiscard]] nlohmann::ordered_json to_json(Config const& config);

} // namespace artifactd
