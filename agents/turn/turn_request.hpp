// What a `turn` signal asks for: `turns/<name>.json`, one step of the directory's story.
//
//   {"user_action_id": "a1", "text": "I wait by the door.", "expect_scene": 4}
//   {"user_action_id": "a2", "do": "undo"}
#pragma once

#include "agents/request_file.hpp"
#include "state/names.hpp"

#include <optional>

namespace artifactd::turn {

inline constexpr std::size_t longest_request = 64 << 10; ///< bytes

enum class Do : std::uint8_t { say, begin, undo, redo, retry, branch, models, rebase, end, forget };
[[nodiscard]] std::string_view word(Do what) noexcept;

struct Order {
  std::string user_action_id;
  Do what = Do::say;
  std::string text;                         ///< of say
  std::string character_id;                 ///< of say: the persona, if anybody; empty: not said
  std::optional<std::int64_t> expect_scene; ///< of say and retry: the index of the current scene
  std::string scenario;                     ///< of begin: its id
  std::string persona;                      ///< of begin: instead of the scenario's
  std::string small_model_key;              ///< of begin and models; empty: the configured one
  std::string large_model_key;
  std::string seed;               ///< of begin: the dice's; empty: a random one
  std::uint64_t count = 1;        ///< of undo and redo: so many turns
  std::string directory;          ///< of branch: a new session beside this one
  std::optional<std::int64_t> at; ///< of branch: the last scene it keeps; unset: the current one
  bool same_dice = false;         ///< of branch: rolls go on as here
  bool reroll = false;            ///< of retry: other dice
  std::string to;        ///< of rebase: a version of the ruleset, by its digest or as the newest by its id
  bool dry_run = false;  ///< of rebase: judge, change nothing
  bool branches = false; ///< of forget: also what was branched off, and off that
};

struct TurnRequest : RequestFile {
  std::optional<Order> order; ///< nothing when there are findings
};

/// Findings: turn.shape and turn.text, with their places.
Result<TurnRequest> read_turn_request(Session const& session, Name const& name);

/// What is wrong with a text of the player; empty: nothing.
[[nodiscard]] std::string text_fault(std::string_view text);

/// What a request has to be like, one sentence each.
[[nodiscard]] std::vector<std::string> const& turn_requirements();

} // namespace artifactd::turn
