#include "agents/turn/replay.hpp"

#include "agents/turn/play.hpp"
#include "agents/turn/position.hpp"
#include "agents/turn/store/attempts.hpp"
#include "agents/turn/store/commit.hpp"
#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/rebase.hpp"
#include "agents/turn/turn_result.hpp"
#include "state/json/json_member.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr auto patience = std::chrono::minutes(1); // a replay never waits

/// A turn as it was written.
struct Written {
  Json log;    ///< of log_rows()
  Json events; ///< of event_rows()
  std::string result;
  bool copied = false;
};

Result<Written> written(Store const& store, std::string const& session_id, std::int64_t index) {
  auto const rows = TRY(log_rows(store, session_id, one_scene(index)));
  if (rows.empty()) return fail(Fault::missing, fmt::format("the story has no scene {}", index));
  Written it{
      .log = rows.front(), .events = TRY(event_rows(store, session_id, one_scene(index))), .result = {}};
  auto const row = TRY(turn(store, session_id, text_member(it.log, "user_action_id")));
  it.copied = !row && index > 0;
  if (!it.copied && (!row || row->what != "say"))
    return fail(Fault::missing, fmt::format("no turn made scene {}", index));
  if (row) it.result = row->result;
  return it;
}

/// Sets the models that this turn had.
void take_models(Snapshot& position, Json const& events) {
  auto& story = position.story;
  for (auto const& event : events) {
    auto const key = text_member(event, "model_key");
    if (!key.empty())
      (event["step_name"] == "narrator" ? story.large_model_key : story.small_model_key) = key;
  }
}

Action action_of(Written const& it) {
  Action action{.user_action_id = text_member(it.log, "user_action_id"), .text = {}};
  for (auto const& event : it.events)
    if (event["event_type"] == "user_action") {
      action.text = text_member(event["payload_json"], "text");
      action.reroll = event["payload_json"].value("reroll", std::uint64_t{0});
      action.retried = event["payload_json"].value("retried", false);
      action.rerolled = event["payload_json"].value("rerolled", false);
    }
  return action;
}

Json told_event(EventRecord const& event) {
  auto const or_null = [](std::string const& text) { return text.empty() ? Json() : Json(text); };
  return {{"event_type", event.event_type},
          {"step_name", or_null(event.step_name)},
          {"payload_json", event.payload_json},
          {"model_key", or_null(event.model_key)},
          {"prompt_version", or_null(event.prompt_version)}};
}

std::string difference(TurnRecord const& record, Written const& it) {
  if (record.events.size() != it.events.size())
    return fmt::format("{} events instead of {}", record.events.size(), it.events.size());
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    auto const now = told_event(record.events[i]);
    for (auto const& [name, value] : now.items())
      if (it.events[i][name] != value)
        return fmt::format("event {} ({}): {} is {} instead of {}", i, record.events[i].event_type, name,
                           compact(value), compact(it.events[i][name]));
  }
  return result_of_turn(record) == it.result ? "" : "the result has other bytes";
}

Result<std::vector<dice::Rolled>> dice_of(Store const& store, std::string const& session_id,
                                          std::int64_t turn_index) {
  std::vector<dice::Rolled> dice;
  for (auto const& row : TRY(dice_rows(store, session_id, one_scene(turn_index))))
    if (auto rolled = dice::rolled_from_json(row)) dice.push_back(*std::move(rolled));
  return dice;
}

/// `positions` is at the scene before the turn.
Result<Replayed> replay_turn(Store const& store, Positions const& positions, std::string const& session_id,
                             std::int64_t turn_index, DiceFrom dice) {
  auto const it = TRY(written(store, session_id, turn_index));
  Replayed replayed{.turn_index = turn_index, .copied = it.copied, .difference = {}};
  if (it.copied) return replayed;
  auto action = action_of(it);
  auto const attempts_made = TRY(attempts(store, session_id, action.user_action_id));
  for (auto const& attempt : attempts_made)
    if (attempt.state == "done") action.at = attempt.started_at;
  auto documents = TRY(documents_of_scene(store, session_id, text_member(it.log, "scene_id")));
  auto position = positions.at(std::move(documents), action.at);
  take_models(position, it.events);
  auto const replies = TRY(replies_of_turn(store, session_id, action.user_action_id));
  ReplyBook book(replies, {});
  Stage stage{.open = {}, .replies = book, .deadline = Monotonic::now() + patience};
  if (dice == DiceFrom::recorded) stage.recorded_dice = TRY(dice_of(store, session_id, turn_index));
  auto const played = play(position, action, stage);
  if (!played)
    replayed.difference = fmt::format("{}: {}", played.error().code, played.error().message);
  else
    replayed.difference =
        difference(*played, it); // a reply that is never asked for belongs to a model the story had before
  return replayed;
}

} // namespace

Json to_json(Replayed const& replayed) {
  return {{"turn_index", replayed.turn_index},
          {"same", replayed.difference.empty()},
          {"copied", replayed.copied},
          {"difference", replayed.difference}};
}

Result<void> replay_turns(Store const& store, std::string const& session_id, TurnRange const& turns,
                          DiceFrom dice, std::function<void(Replayed const&)> const& tell) {
  auto story_then = TRY(story(store, session_id));
  if (!story_then) return fail(Fault::missing, "there is no such story");
  if (turns.first < 1) return fail(Fault::missing, fmt::format("no turn made scene {}", turns.first));
  if (turns.last > story_then->scene_index)
    return fail(Fault::missing, fmt::format("the story has no scene {}", turns.last));
  auto positions = TRY(Positions::from(store, *std::move(story_then), turns.first - 1));
  for (auto index = turns.first; index <= turns.last; ++index) {
    TRY(positions.advance());
    tell(TRY(replay_turn(store, positions, session_id, index, dice)));
  }
  return {};
}

} // namespace artifactd::turn
