// What a `turn` signal asks for: `turns/<name>.json`, one step of the directory's story.
//
//   {"user_action_id": "a1", "text": "I wait by the door.", "expect_scene": 4}
//   {"user_action_id": "a2", "do": "undo"}
#pragma once

#include "agents/common/request_file.hpp"
#include "state/vocabulary/names.hpp"

#include <optional>

namespace artifactd::turn {

inline constexpr std::size_t longest_request = 64 << 10; ///< bytes

enum class Do : std::uint8_t { say, begin, undo, redo, retry, branch, models, rebase, end, forget };
[[nodiscard]] std::string_view word(Do what) noexcept;

struct Order {
  std::string user_action_id;
  Do what = Do::say;
  std::string text;                         ///< for say
  std::string character_id;                 ///< for say: the persona, if given
  std::optional<std::int64_t> expect_scene; ///< for say and retry: the index of the current scene
  std::string scenario;                     ///< for begin: its id
  std::string persona;                      ///< for begin: replaces the scenario's
  std::string small_model_key;              ///< for begin and models; empty: the configured one
  std::string large_model_key;
  std::string seed;               ///< for begin: of the dice; empty: a random one
  std::uint64_t count = 1;        ///< for undo and redo: number of turns
  std::string directory;          ///< for branch: a new session beside this one
  std::optional<std::int64_t> at; ///< for branch: the last scene it keeps; unset: the current one
  bool same_dice = false;         ///< for branch: future rolls are the same as here
  bool reroll = false;            ///< for retry: other dice
  std::string to;                 ///< for rebase: a ruleset version, by digest, or an id for its newest
  bool dry_run = false;           ///< for rebase: check, change nothing
  bool branches = false;          ///< for forget: also all branches, and theirs
};

struct TurnRequest : RequestFile {
  std::optional<Order> order; ///< std::nullopt if there are findings
};

/// Findings: turn.shape and turn.text, with their places.
Result<TurnRequest> read_turn_request(Session const& session, Name const& name);

/// Why a player's text is invalid; empty if it is valid.
[[nodiscard]] std::string text_fault(std::string_view text);

/// The requirements for a request, one sentence each.
[[nodiscard]] std::vector<std::string> const& turn_requirements();

} // namespace artifactd::turn
