#include "tests/daemon/watching.hpp"

#include "state/session/session_layout.hpp"
#include "tests/support/kinds.hpp"
#include "watchers/scan.hpp"

#include <cstdlib>
#include <unistd.h>

namespace artifactd::test {

using namespace std::chrono_literals;

Watching::Watching() {
  std::filesystem::create_directories(root_ + "/cookies");
  work_ = std::make_unique<Workplace>(
      *loop_, 8, [this](SessionKey const& session, Hints const&) { return settle(session); },
      [this](SessionKey const& session, RunResult const& result) {
        ++runs_[session.path];
        sessions_->finished(session, result);
      });
}

Watching::~Watching() {
  bool drained = false;
  work_->begin_shutdown([&] {
    drained = true;
    loop_->stop();
  });
  if (!drained) loop_->run();
}

SessionsOptions Watching::quiet(unsigned depth) const {
  SessionsOptions options;
  options.roots = {{root_, depth}};
  options.kinds = test::kinds();
  options.audit_interval = 1h;
  return options;
}

void Watching::start(SessionsOptions options, OnProgress const& on_progress) {
  if (options.roots.empty()) options = quiet();
  SessionsSink sink{[this](SessionKey const& key, Hints hints, Urgency urgency) {
                      work_->hint(key, std::move(hints), urgency);
                    },
                    [this](SessionKey const& key) { work_->vanished(key); }};
  sessions_ = std::make_unique<Sessions>(*loop_, std::move(options), std::move(sink));
  sessions_->start(on_progress);
}

RunResult Watching::settle(SessionKey const& session) {
  if (during_) during_(session);
  auto entered = enter_session(session, test::kinds());
  if (!entered) return {.end = RunEnd::gone};
  auto const directory = entered->session.directory();
  auto signs = scan_session(directory, test::kinds());
  Signals signals = signals_;
  if (signals == Signals::left) return {.end = RunEnd::pending, .again_in = 1h};
  if (signals == Signals::removed && signs)
    for (auto const& seen : signs->pending)
      ::unlinkat(directory, layout::signal(seen.name).c_str(), 0);
  return {};
}

void Watching::run_until(std::function<bool()> const& done) {
  auto limit = Monotonic::now() + 10s;
  bool reached = false;
  std::unique_ptr<Loop::Timer> look;
  look = std::make_unique<Loop::Timer>(*loop_, [&] {
    reached = done();
    if (!reached && Monotonic::now() < limit)
      look->arm(Monotonic::now() + 1ms);
    else
      loop_->stop();
  });
  look->arm(Monotonic::now());
  loop_->run();
  EXPECT_TRUE(reached) << "not reached within ten seconds";
}

void Watching::catch_up() {
  auto cookie = root_ + "/cookies/cookie" + std::to_string(++cookies_) + ".kg.lock";
  dir_.write("cookie", "");
  std::filesystem::create_hard_link(dir_ / "cookie", cookie);
  auto before = runs("cookies");
  run_until([&] {
    auto counters = work_->counters();
    return runs("cookies") > before && counters.running == 0 && counters.queued == 0;
  });
  std::filesystem::remove(cookie);
}

void Watching::shell(std::string const& command) const {
  auto line = "cd '" + root_ + "' && { " + command + "; }";
  ASSERT_EQ(std::system(line.c_str()), 0) << command;
}

void Watching::drop(std::string const& session, std::string const& name) const {
  dir_.write("root/" + session + "/" + name + ".kg.lock", "");
}

bool Watching::present(std::string const& path) const {
  return std::filesystem::exists(std::filesystem::symlink_status(root_ + "/" + path));
}

int Watching::runs(std::string const& session) const {
  auto found = runs_.find(session);
  return found == runs_.end() ? 0 : found->second;
}

} // namespace artifactd::test
