// The options of `artifactctl turn`.
#pragma once

#include "agents/turn/story_view.hpp"
#include "daemon/commands/commands.hpp"

namespace artifactd {

/// One step of a story, as requested by turns/<name>.json.
struct TurnStepOptions {
  std::string session = {};
  std::string what = {}; ///< begin, say, undo, redo, retry, branch, models, rebase, end, forget
  std::string id = {};   ///< user_action_id; empty: a random one
  std::string text = {};
  std::string scenario = {};
  std::string persona = {};
  std::string small = {};
  std::string large = {};
  std::string seed = {};
  std::string directory = {}; ///< for branch
  std::string to = {};        ///< for rebase
  std::optional<std::int64_t> expect_scene = {};
  std::optional<std::int64_t> at = {};
  std::uint64_t count = 1;
  bool reroll = false;
  bool same_dice = false;
  bool dry_run = false;  ///< for rebase
  bool branches = false; ///< for forget
  Duration wait = std::chrono::minutes(10);
};

struct TurnPlayOptions {
  std::string session;
};

struct TurnLookOptions {
  std::string session = {};
  turn::StoryView view = {};
  std::string at = {}; ///< for observations: their strength at this time; empty: now
};

/// For the documents that stories begin from.
struct TurnContentOptions {
  enum class What : std::uint8_t { import, check, list, show, remove };
  What what = What::list;
  std::vector<std::string> files;
  std::string kind;
  std::string id;
  std::string ruleset;   ///< for import: the ruleset of characters from cards
  std::string stats;     ///< for import: a file with their stat block
  std::string as;        ///< for import: another id
  std::string into;      ///< for import: the session in which a chat becomes a story
  std::string scenario;  ///< of that story
  bool replace = false;  ///< also what another user imported
  bool database = false; ///< for check: the stored stories
  DryRun dry_run = DryRun::no;
};

/// A scenario written by a model, for a person to read and import.
struct TurnGenerateOptions {
  std::string idea;
  std::string ruleset;
  std::string lore;              ///< empty: no world
  std::string model;             ///< a key; empty: [turn] large
  std::vector<std::string> cast; ///< ids of existing characters
  std::string out;               ///< a directory; empty: one named like the scenario
};

struct TurnRollOptions {
  std::string expression = {};
  std::string seed = {}; ///< empty: a fresh one
  /// Importance, reinforcement count, age in minutes, lambda: instead of rolling, print the weight of an
  /// observation.
  std::vector<double> priority = {};
};

/// A character as a card for other programs.
struct TurnCardOptions {
  std::string id;
  std::string form;    ///< v2 or v3; empty: its original one
  std::string lore;    ///< for a character without a lorebook of its own
  std::string out;     ///< a new file; empty: stdout
  std::string picture; ///< a PNG that will carry it in `out`
};

struct TurnReplayOptions {
  bool recorded_dice = false; ///< as recorded, instead of rolled again
  std::string session;
  std::optional<std::int64_t> turn; ///< none: all of them
};

struct TurnCostOptions {
  std::string session;
  std::string text = "I wait and see."; ///< what would be said
};

struct TurnAttachOptions {
  std::string session;
  std::string story; ///< its id
};

/// The options of the six phases in which stories move from files to tables.
struct TurnMigrateOptions {
  enum class What : std::uint8_t { status, backfill, mirror, parity, read };
  What what = What::status;
  std::string directory; ///< for backfill and parity; empty: the mirror
  std::string scenario;  ///< for chats: the scenario they are played in
  bool on = false;       ///< for mirror
  bool files = false;    ///< for read
};

/// What turns/<name>.json has to contain for it.
[[nodiscard]] nlohmann::ordered_json request_of(TurnStepOptions const& options);

Exit turn_step_command(Cli const& cli, TurnStepOptions const& options);
Exit turn_play_command(Cli const& cli, TurnPlayOptions const& options);
Exit turn_look_command(Cli const& cli, TurnLookOptions const& options);
Exit turn_content_command(Cli const& cli, TurnContentOptions const& options);
Exit turn_roll_command(Cli const& cli, TurnRollOptions const& options);
/// The weight of an observation.
Exit turn_priority_command(Cli const& cli, TurnRollOptions const& options);
Exit turn_card_command(Cli const& cli, TurnCardOptions const& options);
Exit turn_generate_command(Cli const& cli, TurnGenerateOptions const& options);
Exit turn_replay_command(Cli const& cli, TurnReplayOptions const& options);
Exit turn_cost_command(Cli const& cli, TurnCostOptions const& options);
Exit turn_attach_command(Cli const& cli, TurnAttachOptions const& options);
Exit turn_migrate_command(Cli const& cli, TurnMigrateOptions const& options);

} // namespace artifactd
