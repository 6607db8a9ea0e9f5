// How a story is asked to change, and what became of it. Every change has a user_action_id, so that asking
// twice changes once: the second time is answered from `turns`.
#pragma once

#include "agents/turn/story.hpp"

#include <optional>
#include <string>

namespace artifactd::turn {

struct Asked {
  std::string user_action_id;
  std::string text; ///< all that is asked, as one text; of an action the player's. Kept as its SHA-256
  Time at = 0;
};

enum class Change : std::uint8_t {
  written,
  repeated, ///< the same was asked before under this id: the record is of then
  reused,   ///< the id belongs to another request; nothing is changed
  stale,    ///< the current scene is not the one it was based on; nothing is changed
  ended,    ///< the story has been closed; nothing is changed
  too_few,  ///< there are not so many turns to take back or to play again; nothing is changed
};

/// A row of `turns`: a change that was made.
struct TurnRow {
  std::string user_action_id;
  std::string what; ///< say, begin, undo, redo, branch, models, rebase or end
  std::string text_sha256;
  std::string scene_id;         ///< what say and begin made; of others the current scene afterwards
  std::int64_t scene_index = 0; ///< of that scene
  std::string result;  ///< of say and begin the bytes of the result file; of branch the new story's id, of
                       ///< rebase the ruleset's digest
  bool undone = false; ///< the scene is
  Time at = 0;
};

struct Changed {
  Change change = Change::written;
  std::optional<TurnRow> turn; ///< with written, repeated and reused
};

/// 64 hexadecimal digits, as `turns` has it.
[[nodiscard]] std::string text_digest(std::string_view text);

} // namespace artifactd::turn
