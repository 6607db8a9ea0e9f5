// Plays one turn: checks, dice, outcome, all reflections at once, narration, and the resulting state. Writes
// nothing except the replies that were paid for; returns one record to be committed, or the reason there is
// none. The same position, text, moment and replies give the same record, byte for byte.
#pragma once

#include "agents/model/source.hpp"
#include "agents/turn/prompts/reply_book.hpp"
#include "agents/turn/store/snapshot.hpp"
#include "agents/turn/turn_record.hpp"

#include <functional>

namespace artifactd::turn {

struct Action {
  std::string user_action_id;
  std::string text;
  Time at = 0;              ///< the attempt's clock: "now" for everything in the turn
  std::uint64_t reroll = 0; ///< another value gives other dice than the last time this turn was played
  bool retried = false;     ///< it replaces the last turn
  bool rerolled = false;    ///< and was asked for other dice
};

/// Something that just happened.
struct Progress {
  std::string_view what; ///< resolving, rolled, acts, narrating
  std::string text;      ///< the acting character, or the roll with its band
};

struct Stage {
  std::function<Result<std::unique_ptr<model::Model>>(std::string const& key)> open; ///< empty in a replay
  ReplyBook& replies;
  artifactd::Moment deadline;                     ///< for all calls together
  int cancel = -1;                                ///< as in model::CallLimits
  std::size_t longest_prompt = 96 << 10;          ///< bytes
  std::vector<dice::Rolled> recorded_dice = {};   ///< used instead of rolling; empty: roll
  std::function<void(Progress const&)> tell = {}; ///< may be called from any thread; may be empty
};

/// Why there is no turn. `code` is one of turn_codes, or "turn.unreachable", "turn.interrupted" (it was
/// cancelled) or "turn.over_budget". Those three and "turn.model_missing" leave the turn pending: it is tried
/// again.
struct TurnFailure {
  std::string code;
  std::string step; ///< may be empty
  std::string message;
  std::vector<std::string> faults{}; ///< of the last reply
  std::optional<Duration> retry_after{};
  std::vector<std::string> asked{};  ///< digests of the step's calls
  std::vector<EventRecord> events{}; ///< up to the failure; the last is of type error
};
[[nodiscard]] bool is_pending(TurnFailure const& failure) noexcept;
/// Of a pending one: whether waiting helps (busy), or a limit (too_large) or the configuration (invalid) has
/// to be changed.
[[nodiscard]] Fault pending_fault(TurnFailure const& failure) noexcept;
/// {version, error: {code, message}, faults, spent}
[[nodiscard]] Json to_json(TurnFailure const& failure);

[[nodiscard]] std::expected<TurnRecord, TurnFailure> play(Snapshot const& position, Action const& action,
                                                          Stage const& stage);

} // namespace artifactd::turn
