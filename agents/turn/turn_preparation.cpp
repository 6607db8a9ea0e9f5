#include "agents/turn/turn_preparation.hpp"

#include "agents/turn/failed_turn.hpp"
#include "agents/turn/position.hpp"
#include "agents/turn/prompts/spent.hpp"
#include "agents/turn/rebasing.hpp"
#include "agents/turn/store/known_step.hpp"
#include "agents/turn/store/reading.hpp"
#include "agents/turn/turn_beginning.hpp"
#include "agents/turn/turn_result.hpp"
#include "state/json/json_member.hpp"
#include "state/platform/clock.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::int64_t most_conflicts = 2; // how often a turn starts again from the new state

/// A step being prepared for writing.
class Preparation {
public:
  Preparation(Store const& store, TurnPolicy const& policy, StoryPlace const& place,
              TurnRequest const& request, Watching const& watching)
      : store_(store), policy_(policy), place_(place), request_(request), order_(*request.order),
        watching_(watching) {}

  Result<Prepared> done() {
    known_ = TRY(known_step(store_, place_.directory, order_.user_action_id));
    prepared_.story = std::move(known_.story);
    if (!prepared_.story && order_.what == Do::forget)
      prepared_.answered = result_of_change(
          order_, {},
          {{"forgotten", Json::array()}, {"left", Json::array()}, {"out_of_reach", out_of_reach(store_)}});
    else if (!prepared_.story)
      prepared_.findings.push_back(no_story_finding());
    else
      TRY(go_on());
    return std::move(prepared_);
  }

private:
  void refuse(std::string_view code, std::string message, std::string hint) {
    prepared_.findings.push_back(turn_finding(request_, code, std::move(message), std::move(hint)));
  }

  /// Whether the same was asked before, or the id belongs to another step.
  Result<bool> was_done() {
    auto const& row = known_.turn;
    if (!row) return false;
    auto const plays = order_.what == Do::say || order_.what == Do::retry;
    auto const same =
        order_.what == Do::retry ? row->what == "say" && TRY(is_retry(*row)) : TRY(is_same(*row));
    if (!same)
      refuse("turn.id_reused",
             fmt::format("the user_action_id \"{}\" belongs to another action of this story",
                         printable(order_.user_action_id)),
             "Give each action an id of its own.");
    else if (plays)
      prepared_.answered = told_again(*row);
    return !same || plays;
  }

  Result<bool> is_same(TurnRow const& row) {
    auto const what = order_.what == Do::say ? std::string_view("say") : word(order_.what);
    return row.what == what && row.text_sha256 == text_digest(asked(order_, 0).text);
  }

  /// A retry has no text of its own: its turn says that it was a retry.
  Result<bool> is_retry(TurnRow const& row) {
    auto const index = row.scene_index;
    auto const rows =
        TRY(event_rows(store_, prepared_.story->id, {.from = index, .to = index, .undone = true}));
    return std::ranges::any_of(rows, [this](Json const& event) {
      auto const& payload = event["payload_json"];
      return event["event_type"] == "user_action" && payload.contains("retried") &&
             payload.value("rerolled", false) == order_.reroll &&
             payload["user_action_id"] == order_.user_action_id;
    });
  }

  Result<void> go_on() {
    if (order_.what != Do::forget && TRY(was_done())) return {};
    auto const told_of_end = order_.what == Do::end && known_.turn;
    if (prepared_.story->ended_at && order_.what != Do::forget && order_.what != Do::branch && !told_of_end) {
      refuse("turn.no_story", "the story of this directory has ended",
             "Begin another, or branch off from it (\"do\": \"branch\").");
      return {};
    }
    TRY(judge_scene());
    if (order_.what == Do::models) {
      judge_key(prepared_, policy_, request_, order_.small_model_key, "small_model_key");
      judge_key(prepared_, policy_, request_, order_.large_model_key, "large_model_key");
    }
    if (!prepared_.findings.empty()) return {};
    if (order_.what == Do::rebase) return prepare_rebase(prepared_, store_, request_);
    if (order_.what == Do::say) return play_turn(order_.text, {});
    if (order_.what == Do::retry) return play_again();
    return {};
  }

  Result<void> judge_scene() {
    auto const& story = *prepared_.story;
    if (order_.expect_scene && *order_.expect_scene != story.scene_index)
      refuse("turn.stale",
             fmt::format("the story is at scene {}, the action expects {}", story.scene_index,
                         *order_.expect_scene),
             "Read what happened since, and act on that.");
    if (!order_.character_id.empty() && order_.character_id != story.persona_id)
      refuse("turn.shape", fmt::format("`character_id`: the user plays {} here", story.persona_id),
             "Leave it out, or name that character.");
    return {};
  }

  /// Plays the last turn's text again from where that turn began. The last turn is undone only by the commit
  /// of the new one, so a failed retry leaves it in place.
  Result<void> play_again() {
    auto const& story = *prepared_.story;
    auto const index = story.scene_index;
    if (index == 0) {
      refuse("turn.unknown", "there is no turn to play again", "Say something first.");
      return {};
    }
    Retried retried{.scene_id = story.current_scene_id};
    for (auto const& row : TRY(log_rows(store_, story.id, one_scene(index)))) {
      retried.base_scene_id = text_member(row, "base_scene_id");
      for (auto const& message : row["messages"])
        if (message["role"] == "user") retried.text = message["content"];
    }
    for (auto const& event : TRY(event_rows(store_, story.id, one_scene(index))))
      if (event["event_type"] == "user_action")
        retried.reroll = event["payload_json"].value("reroll", std::uint64_t{0});
    if (order_.reroll) ++retried.reroll;
    return play_turn(retried.text, retried);
  }

  struct Retried {
    std::string scene_id;           ///< of the turn; empty: no retry
    std::string base_scene_id = {}; ///< the scene before it
    std::string text = {};
    std::uint64_t reroll = 0;
  };

  Result<Snapshot> position_of(Retried const& retried, Time at) {
    auto const& story = *prepared_.story;
    if (!retried.scene_id.empty())
      return position_at(store_, story, TRY(frozen_of(store_, story.id)), story.scene_index - 1, at);
    return snapshot(store_, story, {.decay = {}, .now = at});
  }

  Result<void> play_turn(std::string const& text, Retried const& retried) {
    auto const& story = *prepared_.story;
    auto const& base = retried.scene_id.empty() ? story.current_scene_id : retried.base_scene_id;
    if (known_.conflicts > most_conflicts) {
      refuse("turn.conflict", "other turns of this story were committed first, three times",
             "Read the story as it is now, and act again.");
      return {};
    }
    auto begun = start_attempt(store_, {story.id, order_.user_action_id, text, base, now()});
    if (!begun && begun.error().fault == Fault::exists) {
      refuse("turn.id_reused", begun.error().message, "Give each action an id of its own.");
      return {};
    }
    auto const attempt = TRY(std::move(begun));
    auto position = TRY(position_of(retried, attempt.started_at));
    if (position.scene.id != attempt.base_scene_id)
      return fail(Fault::changed, "the story moved while a turn was about to begin");
    ReplyBook replies(attempt.replies, [this, &attempt](std::span<RecordedReply const> batch) {
      return append_replies(store_, attempt.id, batch);
    });
    Stage const stage{.open = opener(),
                      .replies = replies,
                      .deadline = Monotonic::now() + policy_.timeout,
                      .cancel = watching_.cancel,
                      .longest_prompt = policy_.prompt_bytes,
                      .tell = watching_.tell};
    auto played = play(position,
                       {order_.user_action_id, text, attempt.started_at, retried.reroll,
                        !retried.scene_id.empty(), order_.reroll},
                       stage);
    if (!played) return failed(attempt, std::move(played).error());
    played->replaces_scene_id = retried.scene_id;
    played->result = result_of_turn(*played);
    prepared_.spent = spent(played->events);
    prepared_.record = *std::move(played);
    prepared_.attempt_id = attempt.id;
    prepared_.playing = attempt.playing;
    return {};
  }

  std::function<Result<std::unique_ptr<model::Model>>(std::string const&)> opener() {
    return [this](std::string const& key) -> Result<std::unique_ptr<model::Model>> {
      if (key.empty() || !policy_.open)
        return fail(Fault::missing,
                    "no model is configured for this step: name one in [turn] small and large");
      return policy_.open(key, {place_.shown, prepared_.story->id + " " + order_.user_action_id});
    };
  }

  Result<void> failed(Attempt const& attempt, TurnFailure failure) {
    auto finding =
        TRY(fail_turn(store_, request_, {attempt.id, prepared_.story->scene_index + 1}, std::move(failure)));
    prepared_.findings.push_back(std::move(finding));
    return {};
  }

  Store const& store_;
  TurnPolicy const& policy_;
  StoryPlace const& place_;
  TurnRequest const& request_;
  Order const& order_;
  Watching const& watching_;
  KnownStep known_; ///< its story moves into `prepared_`
  Prepared prepared_;
};

} // namespace

Result<Prepared> prepare(Store const& store, TurnPolicy const& policy, StoryPlace const& place,
                         TurnRequest const& request, Watching const& watching) {
  if (request.order->what == Do::begin) return prepare_begin(store, policy, place, request);
  return Preparation(store, policy, place, request, watching).done();
}

} // namespace artifactd::turn
