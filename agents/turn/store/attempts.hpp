// Attempts at a turn: the request, its time and cost, and the models' replies, so that an interrupted turn
// continues without paying again. They record work, not the story: a failed turn leaves its attempt and an
// error event, but no scene.
#pragma once

#include "agents/turn/prompts/reply_book.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/turn_record.hpp"

#include <memory>
#include <span>

namespace artifactd::turn {

struct Attempt {
  std::string id;
  std::int64_t ordinal = 1; ///< within the user_action_id: grows with each base it is played on
  std::string base_scene_id;
  Time started_at = 0; ///< "now" for everything played in it, also after it is resumed
  bool resumed = false;
  std::vector<RecordedReply> replies; ///< in the order of arrival
  /// While held, the attempt blocks others, until it ends or is given up.
  std::shared_ptr<void const> playing;
};

struct NewAttempt {
  std::string session_id;
  std::string user_action_id;
  std::string text;
  std::string base_scene_id;
  Time at = 0;
};

/// Resumes the interrupted or failed attempt of the same request on the same base, if there is one, else
/// begins one. Fault::busy while a living process plays any turn of this story; an attempt is over if its
/// process died, lost its connection to the server, or gave it up. Fault::exists: the id belongs to another
/// text. Fault::changed: the request has been carried out. Fault::missing: no such story.
Result<Attempt> start_attempt(Store const& store, NewAttempt const& attempt);

/// Durable on return, with one flush for all of them. Fault::changed if the attempt has ended or another
/// machine has taken it over.
Result<void> append_replies(Store const& store, std::string const& attempt_id,
                            std::span<RecordedReply const> replies);
/// The replies of the attempt that made a turn, in the order of arrival.
Result<std::vector<RecordedReply>> replies_of_turn(Store const& store, std::string const& session_id,
                                                   std::string const& user_action_id);
/// Deletes the replies to these calls, so that the calls are made again.
Result<void> drop_replies(Store const& store, std::string const& attempt_id,
                          std::span<std::string const> digests);

/// How an attempt ended without a turn.
struct Failed {
  std::string state = "failed"; ///< or stale: another turn was committed first
  std::string error_code;       ///< turn.contract, …
  std::string message;
  Json spent = nullptr;
  std::int64_t turn_index = 0;     ///< of the turn it would have made
  std::vector<EventRecord> events; ///< kept with the attempt, without a scene; one is of type error
  Time at = 0;
};
/// A committed turn ends its attempt by itself (commit.hpp).
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
  bool is_played = false; ///< a process is playing it
  Time started_at = 0;
  std::optional<Time> ended_at;
};
/// All attempts of a story, oldest first, or only those of one request if it is named.
Result<std::vector<AttemptRow>> attempts(Store const& store, std::string const& session_id,
                                         std::string const& user_action_id = {});

} // namespace artifactd::turn
