#include "daemon/service/run_news.hpp"

#include "agents/state/run_glance.hpp"
#include "agents/state/state_kind.hpp"
#include "daemon/process/log.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/judge.hpp"

#include <utility>

namespace artifactd {

namespace {

constexpr auto pause_between_looks = std::chrono::seconds(1);

} // namespace

RunNews::RunNews(Loop& loop, Kinds kinds, Activity& activity)
    : kinds_(std::move(kinds)), activity_(activity), due_(loop, [this] { look_at_all(); }) {}

void RunNews::met(SessionKey const& session) {
  met_.insert(session);
  if (!due_.armed()) due_.arm(Monotonic::now() + pause_between_looks);
}

void RunNews::vanished(SessionKey const& session) {
  met_.erase(session);
  vanished_.insert(session);
  if (!due_.armed()) due_.arm(Monotonic::now() + pause_between_looks);
}

void RunNews::look_at_all() {
  if (busy_.exchange(true)) return due_.arm(Monotonic::now() + pause_between_looks);
  workers_.run([this, met = std::exchange(met_, {}), vanished = std::exchange(vanished_, {})] {
    for (auto const& key : vanished)
      runs_.erase(key);
    for (auto const& key : met)
      look(key);
    busy_ = false;
  });
}

void RunNews::look(SessionKey const& key) try {
  auto const entered = enter_session(key, kinds_);
  if (!entered) return;
  auto const& session = entered->session;
  auto text = read_file(session.directory(), layout::tuning_state, tuning::longest_state);
  if (!text) return;
  auto digest = Digest().add(*text).hex();
  auto const known = runs_.find(key);
  if (known != runs_.end() && known->second.digest == digest) return;
  auto const judged = tuning::judge(layout::tuning_state, *std::move(text));
  if (judged.refused() || judged.state->status == tuning::Status::pending) return;
  auto const goes_on = judged.state->status == tuning::Status::running;
  if (known == runs_.end() && !goes_on) return; // it ended before it could be watched
  auto& run = known != runs_.end() ? known->second : runs_[key];
  if (run.digest.empty())
    if (auto points = points_before(session)) run.points = *std::move(points);
  auto const story = story_of(*judged.state, run.points);
  run.points = story.points;
  run.digest = std::move(digest); // last: a look that failed is repeated
  auto const glance = glance_of(story);
  activity_.tell({.session = session.shown(),
                  .name = std::string(run_name),
                  .kind = std::string(state_kind.word()),
                  .what = glance.status,
                  .text = goes_on ? glance.action : "",
                  .board = board_lines(glance),
                  .details = compact(to_json(glance))});
  if (!goes_on) runs_.erase(key);
} catch (std::exception const& error) {
  log_event(LogLevel::error, "run not looked at", {{"session", full_path(key)}, {"reason", error.what()}});
}

} // namespace artifactd
