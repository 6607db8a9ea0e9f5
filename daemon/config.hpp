// What a person may set, as one plain value with its defaults. Read from one TOML file and the drop-ins
// beside it (`conf.d/*.toml`, byte order of names: single values override, also those of a [models.KEY];
// [[root]] and [[agent]] add up). A value that came out of load_config() is complete, in range and free of
// contradictions; nobody checks it again.
#pragma once

#include "agents/state/state_policy.hpp"
#include "daemon/log.hpp"
#include "daemon/model_config.hpp"
#include "merge/artifact_version.hpp"
#include "state/clock.hpp"
#include "state/names.hpp"
#include "state/settle/other_locks.hpp"

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
struct Workshop;

/// The kinds of work a program serves: made by its main and handed down.
struct KindList {
  Kinds kinds = {};
  /// Each of them, in the same order, as it is done in that workshop (daemon/workshop).
  std::vector<KindOfWork> (*works)(Workshop const&) = nullptr;
};

struct RootConfig {
  std::string path = {}; ///< absolute, as the person wrote it; may be a symlink
  unsigned depth = 1;    ///< sessions are exactly the directories this many levels below; 0: the root itself
  /// What the fixes of tuning runs may touch, and target_skill.path is relative to; empty: they touch
  /// nothing.
  std::string target_root = {};
};

struct GraphConfig {
  enum class Place : std::uint8_t { automatic, root, knowledge };
  Place place = Place::automatic;
  bool must_exist = false; ///< true: a session without a graph is pending instead of getting a new one
  std::uint64_t max_bytes = std::uint64_t{512} << 20; ///< a merge holds about 1.5 × the graph in memory
  std::vector<OtherLock> also_lock = {};              ///< of tools that do not know the mkdir mutex
};

struct LimitsConfig {
  std::uint64_t artifact_bytes = std::uint64_t{64}
                                 << 10; ///< inclusive; what one model answer can be read back
  std::size_t artifact_files = 1000;    ///< per agent: bounds the time one agent can hold its session
  unsigned json_depth = 64;             ///< per artifact: leaves room below the graph's 256 (jq's own limit)
  std::size_t agents_per_rewrite = 64; ///< bounds memory and the time until the first of a burst is published
  /// Of one compressed artifact: what 64 KiB of packed JSON hold, and little enough to have many of them.
  std::uint64_t unpacked_bytes = std::uint64_t{1} << 20;
  /// Of one artifact log: it is judged and folded whole at each signal, which takes a few 100 ms for this
  /// much.
  std::uint64_t log_bytes = std::uint64_t{16} << 20;
  /// Of all an agent's artifacts, unpacked: bounds the memory; 1,000 plain ones of 64 KiB stay below.
  std::uint64_t agent_bytes = std::uint64_t{64} << 20;
  /// Of the operator's jq programs, one over one input: a hundred times what a usual one takes over 10 MB.
  Duration jq_time = std::chrono::seconds(5);
  std::uint64_t jq_memory = std::uint64_t{1} << 30;  ///< some ten times a graph of 100 MB
  std::uint64_t jq_output = std::uint64_t{64} << 20; ///< a member as large as all artifacts it is made of
};

struct HistoryConfig {
  std::size_t generations = 20;                   ///< whole graphs kept per session
  std::uint64_t bytes = std::uint64_t{256} << 20; ///< of generations per session: large graphs keep fewer
  std::size_t values = 8;                         ///< former values kept per agent, for rollback
};

struct KgConfig {
  /// Six times the longest a shell script is known to hold the mutex (10 s): stealing a live one loses data.
  Duration lock_stale_after = std::chrono::seconds(60);
};

/// The state.json of skill tuning runs.
struct StateConfig {
  StatePolicy::OnInvalid on_invalid = StatePolicy::OnInvalid::restore;
  /// A writer in place pauses for less than this; who pauses longer while the file is open is waited for,
  /// too.
  Duration patience = std::chrono::milliseconds(250);
  bool apply_fixes = false;        ///< pending fixes are applied by artifactd, below the root's target_root
  std::vector<std::string> verify; ///< the command that judges an applied fix, its program absolute or from
                                   ///< PATH; empty: its marker, or the files
  Duration verify_timeout = std::chrono::minutes(2); ///< a test run of a skill, not its use
  std::size_t versions = 50; ///< good ones kept per session: some of the last iterations
  std::uint64_t version_bytes = std::uint64_t{64} << 20; ///< of them together
  std::size_t refused_versions = 10; ///< refused ones kept beside: they are of use until they are repaired
  std::uint64_t refused_bytes = std::uint64_t{16} << 20; ///< of them together
};

struct AttemptsConfig {
  unsigned total = 3; ///< the first included: later tries of the same model on the same fault rarely differ
  // By tier: so many failures in it do not end the budget. Syntax and schema are told exactly and mend
  // quickly; meaning often needs a person.
  unsigned syntax = 2;
  unsigned schema = 2;
  unsigned semantic = 1;
};

/// Running agents' own commands again.
struct ReinvokeConfig {
  unsigned at_once = 4; ///< a run is a model at work: minutes, and somebody's money
  std::string socket;   ///< where `artifactd run` serves them; empty: they are children of the daemon
  Duration postponed_for = std::chrono::seconds(30); ///< when a run could not begin for want of something
};

/// The editor, and which of [models] it asks.
struct EditorConfig {
  std::string coordinator;       ///< who plans; empty: Engine::model is not to be had
  std::string fragments;         ///< who writes fragments whose change is plain; empty: the coordinator
  std::string complex_fragments; ///< and the others, and whole artifacts; empty: the same
  unsigned attempts = 2;         ///< plans of one run, each after what the one before left
  unsigned runs = 20;            ///< kept per session
  Duration timeout = std::chrono::minutes(10); ///< of one run that asks models
};

struct JournalConfig {
  std::uint64_t rows = 200'000; ///< about 50 MB; the oldest go first
  bool content = false;         ///< true: messages of findings are kept too; they may quote artifacts
};

/// What is known about the agents whose names match. The first rule that matches name and kind wins.
struct AgentRule {
  enum class Strategy : std::uint8_t { name_space, append, filter };
  std::string match = "*";                     ///< fnmatch pattern on the agent's name
  std::vector<Kind> kinds{Kind::by_default()}; ///< the kinds of signal it speaks for
  Strategy strategy = Strategy::name_space;
  std::string filter;                ///< jq program; set exactly when the strategy is filter
  std::vector<std::string> required; ///< file names the agent must have written
  std::optional<bool> produces;      ///< false: a signal of it is merged with a warning; unset: not said
  /// Of the format its artifacts are written in; unset: any.
  std::optional<VersionRange> artifact_version;
  enum class Profile : std::uint8_t { generic, extraction, game };
  Profile profile = Profile::generic;
  enum class Editor : std::uint8_t { automatic, off, rules, model };
  Editor editor = Editor::automatic; ///< what refused work meets first; automatic: rules for games, else off
  enum class Repair : std::uint8_t { off, suggest, apply };
  Repair repair = Repair::suggest; ///< of what is almost JSON, where there is one way to read it
  std::string schema;              ///< absolute path of a JSON Schema for every file; or one for each:
  std::map<std::string, std::string> schemas; ///< file name or glob → absolute path
  struct Demand {
    enum class Over : std::uint8_t { artifacts, graph };
    std::string that; ///< jq program that has to yield something other than false and null
    std::string message;
    Over over = Over::artifacts;
  };
  std::vector<Demand> demands;       ///< `assert`
  std::vector<std::string> reinvoke; ///< the command that makes the agent try again; empty: a person has to
  std::vector<std::string> reinvoke_env; ///< "NAME=value", or "NAME": as in the daemon's own environment
  Duration reinvoke_timeout = std::chrono::minutes(10);
  std::uint64_t reinvoke_memory = std::uint64_t{8}
                                  << 30; ///< address space: interpreters map far more than they use
};

struct Config {
  std::string state_dir;   ///< journal, one-daemon lock, records of fixes
  std::string runtime_dir; ///< status board, control socket
  std::string agents_dir;  ///< directory holding <agent>/metadata.json; empty: none
  unsigned workers = 32;   ///< sessions settled at once: a settle mostly waits for the disk
  Duration audit_interval = std::chrono::seconds(5); ///< what events miss is found this soon, for < 0.5 % CPU
  bool events = true;                                ///< false: find everything by the audit alone

  LogConfig log;
  GraphConfig graph;
  LimitsConfig limits;
  HistoryConfig history;
  KgConfig kg;
  StateConfig state;
  AttemptsConfig attempts;
  ReinvokeConfig reinvoke;
  EditorConfig editor;
  JournalConfig journal;
  ModelServiceConfig model;
  std::vector<RootConfig> roots;
  std::vector<AgentRule> agents;
  ModelConfigs models; ///< by key

  KindList served;                            ///< by this program
  std::vector<std::string> files;             ///< what was read, in order
  std::map<std::string, std::string> origins; ///< "limits.json_depth" → "file:line"; absent: the default

  [[nodiscard]] std::string journal_path() const { return state_dir + "/journal.db"; }
  [[nodiscard]] std::string run_locks_path() const { return state_dir + "/runs"; }
  [[nodiscard]] std::string fix_records_path() const { return state_dir + "/fixes"; }
  [[nodiscard]] std::string lock_path() const { return state_dir + "/artifactd.lock"; }
  [[nodiscard]] std::string board_path() const { return runtime_dir + "/status"; }
  [[nodiscard]] std::string control_path() const { return runtime_dir + "/control"; }
  /// Where models are asked: [model] socket, or the one behind which the daemon starts `artifactd model`.
  [[nodiscard]] std::string model_path() const {
    return model.socket.empty() ? runtime_dir + "/model" : model.socket;
  }
  [[nodiscard]] std::string model_state_path() const { return state_dir + "/model"; }

  /// The first rule for this agent and kind, or nothing.
  [[nodiscard]] AgentRule const* rule_for(Name const& agent, Kind kind) const;
};

struct ConfigError {
  std::string file; ///< empty: the command line
  std::size_t line = 0;
  std::size_t column = 0;
  std::string key;
  std::string message;
  std::string suggestion; ///< the known key or word nearest to what was written, if one is near
};

/// "file:line:column: key: message (did you mean "x"?)"
[[nodiscard]] std::string render(ConfigError const& error);

/// What the command line says about the configuration.
struct ConfigSource {
  std::optional<std::string> file = {}; ///< has to exist; without it the default file, which need not
  std::vector<std::string> roots = {};  ///< added to the file's, with depth 1
  KindList served = {};                 ///< by this program
  /// What is judged as a whole. Who only asks models sees neither sessions nor schemas.
  enum class Judged : std::uint8_t { everything, models };
  Judged judged = Judged::everything;
};

/// Every error found, not just the first; never an empty list.
[[nodiscard]] std::expected<Config, std::vector<ConfigError>> load_config(ConfigSource const& source);

/// $CONFIGURATION_DIRECTORY's, root's (/etc/artifactd/artifactd.toml) or the user's ($XDG_CONFIG_HOME).
[[nodiscard]] std::string default_config_file();

/// The effective configuration as a file that load_config() reads back to the same value.
[[nodiscard]] std::string to_toml(Config const& config);
[[nodiscard]] nlohmann::ordered_json to_json(Config const& config);

} // namespace artifactd
