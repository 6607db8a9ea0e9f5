// Attempts at a turn: who asked what when, what it has cost, and what the models replied, so that a turn that
// was interrupted goes on without paying again. They are records of work, not of the story: a failed turn
// leaves its attempt and an error event, and no story.
#pragma once

#include "agents/turn/reply_book.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/turn_record.hpp"

#include <memory>
#include <span>

namespace artifactd::turn {

struct Attempt {
  std::string id;
  std::int64_t ordinal = 1; ///< of the user_action_id: grows with each base it is played on
  std::string base_scene_id;
  Time started_at = 0; ///< "now" for everything that is played in it, also after it was resumed
  bool resumed = false;
  std::vector<RecordedReply> replies; ///< in the order in which they came
  /// While somebody has it, the attempt is in the way of others; until it has ended, or is given up.
  std::shared_ptr<void const> playing;
};

struct NewAttempt {
  std::string session_id;
  std::string user_action_id;
  std::string text;
  std::string base_scene_id;
  Time at = 0;
};

/// Resumes the attempt of the same request on the same base if there is one that was interrupted or that
/// failed, else begins one. Fault::busy while a living process plays a turn of this story, of this request or
/// another; an attempt that a process left behind by dying, by losing its connection to a server, or by
/// giving it up is over. Fault::exists: the id belongs to another text. Fault::missing: no such story.
Result<Attempt> start_attempt(Store const& store, NewAttempt const& attempt);

/// On the disk when this returns: one flush for all of them. Fault::changed where the attempt has ended, or
/// is another machine's now.
Result<void> append_replies(Store const& store, std::string const& attempt_id,
                            std::span<RecordedReply const> replies);
/// Those of the attempt that made a turn, in the order in which they came.
Result<std::vector<RecordedReply>> replies_of_turn(Store const& store, std::string const& session_id,
                                                   std::string const& user_action_id);
/// Forgets the replies to these calls, so that they are made again.
Result<void> drop_replies(Store const& store, std::string const& attempt_id,
                          std::span<std::string const> digests);

/// How an attempt ended without a turn.
struct Failed {
  std::string state = "failed"; ///< or stale: another turn was committed first
  std::string error_code;       ///< turn.contract, …
  std::string message;
  Json spent = nullptr;
  std::int64_t turn_index = 0;     ///< of the turn it would have been
  std::vector<EventRecord> events; ///< kept with the attempt, without a scene; one is of type error
  Time at = 0;
};
/// A turn that is committed ends its attempt by itself (commit.hpp).
Result<void> fail_attempt(Store const& store, std::string const& attempt_id, Failed const& failed);

struct AttemptRow {
  std::string id;
  std::string session_id;
  std::string user_action_id;
  std::int64_t ordinal = 1;
  std::string base_scene_id;
  std::string text;
  std::string state; ///< running, done, failed or stale
  std::string error_code;
  std::string message;
  Json spent;
  bool is_played = false; ///< somebody is at it
  Time started_at = 0;
  std::optional<Time> ended_at;
};
/// Of a story, oldest first; of one request where it is named.
Result<std::vector<AttemptRow>> attempts(Store const& store, std::string const& session_id,
                                         std::string const& user_action_id = {});

/// Those at an action that found the story moved when they were to be written.
Result<std::int64_t> stale_attempts(Store const& store, std::string const& session_id,
                                    std::string const& user_action_id);

} // namespace artifactd::turn
