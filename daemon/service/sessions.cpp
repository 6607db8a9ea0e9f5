#include "daemon/service/sessions.hpp"

#include "daemon/process/log.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <sys/inotify.h>

namespace artifactd {

namespace {

/// How long a pass may keep the loop from handling events.
constexpr Duration slice = std::chrono::milliseconds(2);
/// Events that arrive while others are handled are taken along; after this many rounds they wait their turn.
constexpr int most_takes = 4;

constexpr std::uint32_t about_itself = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT;

} // namespace

Sessions::Sessions(Loop& loop, SessionsOptions options, SessionsSink sink)
    : loop_(loop), options_(std::move(options)), sink_(std::move(sink)), watches_(options_.watch_limit),
      due_timer_(loop, [this] { absorb_all(); }), pass_timer_(loop, [this] { go_on(); }),
      rescan_timer_(loop,
                    [this] {
                      rescan_.begun(Monotonic::now());
                      begin(Look::full);
                    }),
      audit_timer_(loop, [this] { begin(Look::audit); }) {}

void Sessions::open_events() {
  if (options_.events == Events::off || drain_) return;
  auto inotify = Inotify::open();
  if (!inotify) {
    no_events_ = std::move(inotify).error().message;
    return;
  }
  inotify_.emplace(std::move(*inotify));
  auto drain = Drain::start(*inotify_, options_.batch_limit, Draining::by_thread);
  if (!drain) {
    no_events_ = std::move(drain).error().message;
    inotify_.reset();
    return;
  }
  no_events_.clear();
  drain_ = std::move(*drain);
  ready_.emplace(loop_, drain_->fd(), [this] { absorb_all(); });
  watches_.use(*inotify_);
}

void Sessions::add_root(RootSpec const& spec) {
  auto backend = options_.events == Events::on ? Backend::events : Backend::polling;
  roots_.push_back(std::make_unique<SessionWatch>(spec.path, spec.depth, backend, watches_, options_.kinds));
  roots_.back()->establish(Monotonic::now(), reports_);
}

void Sessions::start(OnProgress const& on_progress) {
  open_events();
  reports_.progress = on_progress;
  for (auto const& spec : options_.roots)
    add_root(spec);
  reports_.progress = {};
  claim_roots();
  pace_ = AuditPace(options_.audit_interval, options_.calm_after, Monotonic::now());
  absorb_all();
  plan();
}

void Sessions::reload(std::vector<RootSpec> specs, Duration audit_interval) {
  auto wanted = [&](std::unique_ptr<SessionWatch> const& root) {
    return std::ranges::find(specs, RootSpec{root->root(), root->depth()}) != specs.end();
  };
  for (auto& root : roots_)
    if (!wanted(root)) root->clear(reports_);
  std::erase_if(roots_, [&](auto const& root) { return !wanted(root); });
  for (auto const& spec : specs) {
    auto same = [&](auto const& root) { return RootSpec{root->root(), root->depth()} == spec; };
    if (std::ranges::none_of(roots_, same)) add_root(spec);
  }
  claim_roots();
  options_.roots = std::move(specs);
  options_.audit_interval = audit_interval;
  pace_ = AuditPace(audit_interval, options_.calm_after, Monotonic::now());
  if (pass_) begin(pass_->walk.look);
  absorb_all();
  plan();
}

void Sessions::finished(SessionKey const& session, RunResult const& result) {
  absorb_all();
  if (result.end == RunEnd::pending) return;
  for (auto& root : roots_)
    if (root->root() == session.root) root->settled(session.path);
}

/// Hints are delivered only after every event reported so far is absorbed, so that one change seen by both a
/// look and an event gives one hint.
void Sessions::absorb_all() {
  for (int takes = 0; takes < most_takes && absorb();)
    ++takes;
  deliver();
}

bool Sessions::absorb() {
  if (!drain_) return false;
  auto batch = drain_->take();
  auto now = Monotonic::now();
  // Watches that ended come first: a name reported earlier may be a new directory by now.
  for (auto const& event : batch.events()) {
    if ((event.mask & about_itself) == 0) continue;
    auto* place = (event.mask & IN_IGNORED) != 0 ? watches_.ended(event.wd) : watches_.find(event.wd);
    if (place != nullptr) place->owner->check(*place, now, reports_);
  }
  for (auto const& event : batch.events()) {
    if (event.name.empty()) continue;
    auto* place = watches_.find(event.wd);
    if (place != nullptr) place->owner->note(*place, event, now, reports_);
  }
  tell_mutexes();
  if (!batch.empty() && pace_.changed(now)) plan();
  if (batch.missed()) {
    if (sink_.mutexes != nullptr) sink_.mutexes->lost();
    ++overflows_;
    rescan_.want(now);
    plan();
  }
  return !batch.empty();
}

void Sessions::tell_mutexes() {
  for (auto const& report : std::exchange(reports_.mutexes, {})) {
    if (sink_.mutexes == nullptr) return;
    if (report.what == Reports::MutexReport::What::taken)
      sink_.mutexes->taken(report.session, report.at_ns);
    else
      sink_.mutexes->released(report.session, report.at_ns);
  }
}

void Sessions::deliver() {
  for (auto const& session : std::exchange(reports_.vanished, {}))
    sink_.vanished(session);
  for (auto const& [root, sessions] : std::exchange(reports_.replaced, {}))
    log_event(LogLevel::warning, "root",
              {{"path", root},
               {"reason", fmt::format("another directory is there now; {} of the former one {} gone",
                                      how_many(sessions, "session"), sessions == 1 ? "is" : "are")}});
  for (auto const& session : std::exchange(reports_.with_plays, {}))
    if (sink_.plays) sink_.plays(session);
  for (auto& due : reports_.debounce.take_due(Monotonic::now()))
    sink_.hint(due.session, std::move(due.hints), due.urgency);
  if (auto next = reports_.debounce.next())
    due_timer_.arm(*next);
  else
    due_timer_.disarm();
}

void Sessions::begin(Look look) {
  watches_.try_again();
  open_events();
  pass_.emplace().walk.look = look;
  go_on();
}

void Sessions::go_on() {
  auto deadline = Monotonic::now() + slice;
  while (pass_->root < roots_.size() && roots_[pass_->root]->walk(pass_->walk, deadline, reports_)) {
    ++pass_->root;
    pass_->walk.begun = false;
  }
  if (pass_->root == roots_.size()) {
    if (pass_->walk.look == Look::audit) ++audits_;
    auto const now = Monotonic::now();
    if (pass_->walk.met_change) pace_.changed(now);
    pass_.reset();
    claim_roots();
    pace_.looked(now, coverage());
  }
  absorb_all();
  plan();
}

/// Whether another artifactd serves a root is found out as often as everything else is looked at.
void Sessions::claim_roots() {
  std::vector<ServedRoot> served;
  for (auto const& root : roots_)
    if (root->answers()) served.push_back({root->root(), root->depth()});
  claims_.renew(served);
}

/// Sets the timers for what comes next: a pass goes on; lost events interrupt an audit; audits follow at
/// their interval, counted from the end of the last one.
void Sessions::plan() {
  auto full = pass_ && pass_->walk.look == Look::full;
  if (pass_) {
    pass_timer_.arm(Monotonic::now());
    audit_timer_.disarm();
  } else {
    pass_timer_.disarm();
    audit_timer_.arm(pace_.next());
  }
  if (rescan_.due() && !full)
    rescan_timer_.arm(*rescan_.due());
  else
    rescan_timer_.disarm();
}

} // namespace artifactd
