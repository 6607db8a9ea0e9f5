#include "daemon/service/play_lane.hpp"

#include "daemon/process/log.hpp"
#include "daemon/settling/play_news.hpp"
#include "daemon/settling/policies.hpp"
#include "merge/play/record/record.hpp"
#include "state/session/session_layout.hpp"

#include <utility>

namespace artifactd {

namespace {

constexpr auto rests_for = std::chrono::milliseconds(200);
constexpr auto await_for = std::chrono::seconds(1);
constexpr auto round_every = std::chrono::seconds(60);

} // namespace

PlayLane::PlayLane(Loop& loop, Config const& config, Journal& journal, Activity& activity)
    : loop_(loop), journal_(journal), activity_(activity), settle_(loop, [this] { listen(); }),
      round_(loop, [this] { want_all(); }), poll_(loop,
                                                  [this] {
                                                    for (auto const& session : std::exchange(unwatched_, {}))
                                                      want(session, {.all = true});
                                                  }),
      worker_(1, Priority::low) {
  reload(config);
  if (watch_.fd() >= 0)
    ready_.emplace(loop_, watch_.fd(), [this] {
      // Until then the kernel merges events into one.
      ready_->wait_for(Loop::Interest::hangup);
      settle_.arm(Monotonic::now() + rests_for);
    });
}

void PlayLane::reload(Config const& config) {
  policy_ = std::make_shared<report::ReportPolicy const>(report_policy(config));
  kinds_ = config.served.kinds;
  content_ = config.journal.content ? JournalContent::messages : JournalContent::codes;
  poll_every_ = config.audit_interval;
  round_every_ = config.events ? Duration(round_every) : config.audit_interval;
  round_.arm(Monotonic::now() + round_every_);
}

void PlayLane::met(SessionKey const& session) {
  auto const is_new = sessions_.insert(session).second;
  if (is_new || looked_at_ == session || unwatched_.contains(session)) want(session, {.all = true});
}

void PlayLane::vanished(SessionKey const& session) {
  if (sessions_.erase(session) == 0) return;
  unwatched_.erase(session);
  gone_.insert(session);
  watch_.forget(session);
}

void PlayLane::want_all() {
  for (auto const& session : sessions_)
    want(session, {.all = true});
  round_.arm(Monotonic::now() + round_every_);
}

void PlayLane::want(SessionKey const& session, PlaysTouched touched) {
  if (refusing_ || !sessions_.contains(session)) return;
  auto const [entry, fresh] = wanted_.try_emplace(session);
  if (fresh) order_.push_back(session);
  entry->second.all = entry->second.all || touched.all;
  entry->second.plays.merge(touched.plays);
  start();
}

void PlayLane::listen() {
  for (auto& [session, touched] : watch_.read())
    want(session, std::move(touched));
  if (ready_) ready_->wait_for(Loop::Interest::read);
}

void PlayLane::start() {
  if (looked_at_ || order_.empty()) return;
  auto const session = std::move(order_.front());
  order_.pop_front();
  Order order{session, std::move(wanted_[session]), kinds_, policy_, content_};
  wanted_.erase(session);
  looked_at_ = session;
  worker_.run([this, order = std::move(order), gone = std::exchange(gone_, {})] {
    for (auto const& each : gone)
      plays_.forget(full_path(each));
    auto const outcome = look(order);
    loop_.post([this, session = order.session, outcome] { finish(session, outcome); });
  });
}

PlayLane::Outcome PlayLane::look(Order const& order) {
  try {
    auto const entered = enter_session(order.session, order.kinds);
    if (!entered) return {.gone = entered.error().fault == Fault::missing, .unwatched = true};
    return look_within(entered->session, order);
  } catch (std::exception const& error) {
    log_event(LogLevel::error, "plays not examined",
              {{"session", full_path(order.session)}, {"reason", error.what()}});
    return {.unwatched = true};
  }
}

PlayLane::Outcome PlayLane::look_within(Session const& session, Order const& order) {
  auto const all = order.touched.all;
  auto const seen = plays_.look(session, *order.policy, all ? nullptr : &order.touched.plays);
  if (!seen) {
    if (seen.error().fault == Fault::missing) return {.gone = true};
    log_event(LogLevel::warning, "plays not examined",
              {{"session", session.shown()}, {"reason", seen.error().message}});
    return {.unwatched = true};
  }
  tell_plays(session.shown(), *seen, order.content, journal_, activity_);
  Outcome outcome{.unfinished = seen->unfinished, .awaited = seen->awaited};
  if (!all || seen->unfinished) return outcome;
  auto const plays = open_directory(session.directory(), layout::plays);
  auto const watched = plays ? watch_.watch(order.session, plays->get(), seen->live, play::log_name)
                             : LogWatch::Watched{.all = false};
  outcome.unwatched = !watched.all;
  outcome.fresh = watched.fresh;
  return outcome;
}

void PlayLane::finish(SessionKey const& session, Outcome const& outcome) {
  looked_at_.reset();
  if (outcome.gone) {
    if (!wanted_.contains(session)) vanished(session);
  } else if (outcome.unfinished || outcome.fresh) {
    want(session, {.all = true});
  } else if (outcome.awaited || outcome.unwatched) {
    unwatched_.insert(session);
    auto const after = outcome.awaited ? Duration(await_for) : poll_every_;
    if (!poll_.armed() || outcome.awaited) poll_.arm(Monotonic::now() + after);
  }
  start();
  if (!looked_at_ && drained_) std::exchange(drained_, nullptr)();
}

void PlayLane::begin_shutdown(Loop::Callback drained) {
  refusing_ = true;
  order_.clear();
  wanted_.clear();
  for (auto* timer : {&settle_, &round_, &poll_})
    timer->disarm();
  if (looked_at_)
    drained_ = std::move(drained);
  else
    drained();
}

} // namespace artifactd
