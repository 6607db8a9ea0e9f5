// Requests to change a story, and their outcome. Every change has a user_action_id, so that a repeated
// request changes nothing: it is answered from `turns`.
#pragma once

#include "agents/turn/story.hpp"

#include <optional>
#include <string>

namespace artifactd::turn {

struct Asked {
  std::string user_action_id;
  std::string text; ///< the whole request as one text; for an action the player's. Stored as its SHA-256
  Time at = 0;
};

enum class Change : std::uint8_t {
  written,
  repeated, ///< a repeated request: the record is the earlier one
  reused,   ///< the id belongs to another request; nothing is changed
  stale,    ///< the current scene is not the base of the request; nothing is changed
  ended,    ///< the story has ended; nothing is changed
  too_few,  ///< there are fewer turns to undo or redo; nothing is changed
};

/// A row of `turns`: a change that was made.
struct TurnRow {
  std::string user_action_id;
  std::string what; ///< say, begin, undo, redo, branch, models, rebase or end
  std::string text_sha256;
  std::string scene_id;         ///< what say and begin made; otherwise the current scene afterwards
  std::int64_t scene_index = 0; ///< of that scene
  /// The bytes of the result file (say, begin), the new story's id (branch), the ruleset's digest (rebase).
  std::string result;
  bool undone = false; ///< whether the scene is undone
  Time at = 0;
};

struct Changed {
  Change change = Change::written;
  std::optional<TurnRow> turn; ///< set with written, repeated and reused
};

/// 64 hexadecimal digits, as in `turns`.
[[nodiscard]] std::string text_digest(std::string_view text);

} // namespace artifactd::turn
