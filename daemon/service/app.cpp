#include "daemon/service/app.hpp"

#include "daemon/api/web_door.hpp"
#include "daemon/config/config_remarks.hpp"
#include "daemon/config/start_settings.hpp"
#include "daemon/control/control_desk.hpp"
#include "daemon/control/story_answer.hpp"
#include "daemon/model/model_door.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/one_daemon.hpp"
#include "daemon/process/signals.hpp"
#include "daemon/process/supervisor.hpp"
#include "daemon/process/version.hpp"
#include "daemon/service/bar_below_log.hpp"
#include "daemon/service/drive_lane.hpp"
#include "daemon/service/metrics.hpp"
#include "daemon/service/model_mode.hpp"
#include "daemon/service/once.hpp"
#include "daemon/service/opened_journal.hpp"
#include "daemon/service/play_lane.hpp"
#include "daemon/service/run_mode.hpp"
#include "daemon/service/run_news.hpp"
#include "daemon/service/sessions.hpp"
#include "daemon/service/status_report.hpp"
#include "daemon/service/web_mode.hpp"
#include "daemon/service/workplace.hpp"
#include "daemon/settling/reruns.hpp"
#include "daemon/settling/settling.hpp"
#include "daemon/status/activity.hpp"
#include "state/platform/private_directory.hpp"

#include <array>
#include <csignal>
#include <fmt/core.h>
#include <set>
#include <sys/prctl.h>
#include <utility>

namespace artifactd {

namespace {

std::vector<RootSpec> root_specs(Config const& config) {
  std::vector<RootSpec> roots;
  for (auto const& root : config.roots)
    roots.push_back({root.path, root.depth});
  return roots;
}

class App {
public:
  App(DaemonOptions options, Config config, std::unique_ptr<Loop> loop, Journal& journal, StatusBoard& board)
      : options_(std::move(options)), config_(std::move(config)), loop_(std::move(loop)),
        settling_(config_, &journal, &activity_, &reruns_, &mutexes_, counting_),
        reruns_(policies(config_, counting_), journal, config_.run_locks_path(),
                [this](SessionKey const& key, SignalName const& signal, TakenUp const& news) {
                  told_of_run(key, signal, news);
                }),
        workplace_(
            *loop_, config_.workers,
            [this](SessionKey const& key, Hints const& hints) {
              return settling_.run(key, hints, Lane::quick);
            },
            [this](SessionKey const& key, RunResult const& result) {
              sessions_.finished(key, result);
              report_.news();
            },
            [this](SessionKey const& key, Hints const& hints) {
              return settling_.run(key, hints, Lane::slow);
            },
            [this](SessionKey const& key, Hints const& hints) {
              return settling_.run(key, hints, Lane::waiting);
            },
            config_.turns_at_once),
        plays_(*loop_, config_, journal, activity_), drives_(*loop_, config_, activity_),
        runs_(*loop_, config_.served.kinds, activity_),
        sessions_(*loop_,
                  SessionsOptions{.roots = root_specs(config_),
                                  .kinds = config_.served.kinds,
                                  .audit_interval = config_.audit_interval,
                                  .events = config_.events ? Events::on : Events::off},
                  SessionsSink{[this](SessionKey const& key, Hints hints, Urgency urgency) {
                                 workplace_.hint(key, std::move(hints), urgency);
                               },
                               [this](SessionKey const& key) {
                                 workplace_.vanished(key);
                                 settling_.forget(key);
                                 mutexes_.forget(key);
                                 plays_.vanished(key);
                                 runs_.vanished(key);
                               },
                               [this](SessionKey const& key) { plays_.met(key); }, &mutexes_}),
        report_(*loop_, board, settling_, sessions_, workplace_, journal, reruns_.edits(), supervisor_),
        control_(
            *loop_, config_.control_path(), activity_, journal, [this] { return report_.board(); },
            [this](std::string const& session) { look(session); },
            [this](ControlRequest const& request) {
              auto const file = parse_signal_file(request.signal, config_.served.kinds);
              return file.signal && reruns_.cancel(request.session, *file.signal);
            },
            [this](ControlRequest const& request) {
              return ControlReply{.rest = [this, paths = StoryPaths{config_.stories(), config_.mirror_path()},
                                           request]() { return story_answer(stories_, paths, request); }};
            },
            [this] { return metrics_.exposition(report_.board()); }),
        models_(*loop_, config_, options_.source),
        web_(*loop_, config_, options_.source, journal, control_,
             [this] { return metrics_.exposition(report_.board()); }),
        signals_(*loop_, [this](int signal) { signal == SIGHUP ? reload() : shut_down(); }),
        watchdog_(*loop_, [this] { pat(); }), postponed_due_(*loop_, [this] { take_up_postponed(); }) {
    settling_.on_end = [this](SignalEnd const& end) { metrics_.count(end); };
    settling_.on_document = [this](SessionKey const& key) {
      loop_->post([this, key] {
        drives_.met(key);
        runs_.met(key);
      });
    };
  }

  Exit run() {
    log_event(LogLevel::info, "starting", {{"version", version_text}});
    {
      BarBelowLog bar(config_.log.format);
      sessions_.start(bar.listener());
    }
    report_.start();
    reruns_.look_into(config_.roots);
    pat();
    supervisor_.ready(report_.summary());
    log_event(LogLevel::info, "ready", {{"roots", static_cast<std::int64_t>(config_.roots.size())}});
    loop_->run();
    log_event(LogLevel::info, "stopped");
    return Exit::ok;
  }

private:
  void reload() {
    supervisor_.reloading();
    auto config = read_config(options_);
    if (config) {
      auto const kept = keep_start_settings(*config, config_);
      config_ = *std::move(config);
      open_log(config_.log);
      for (auto key : kept)
        log_event(LogLevel::warning, "setting kept",
                  {{"setting", key}, {"reason", "a new value takes effect when artifactd is restarted"}});
      settling_.reload(config_);
      reruns_.reload(policies(config_, counting_));
      reruns_.look_into(config_.roots);
      plays_.reload(config_);
      drives_.reload(config_);
      sessions_.reload(root_specs(config_), config_.audit_interval);
      models_.reload(config_);
      web_.reload(config_);
      log_event(LogLevel::info, "reloaded", {{"roots", static_cast<std::int64_t>(config_.roots.size())}});
    } else {
      log_event(LogLevel::error, "reload refused",
                {{"reason", "the configuration has errors; the previous one stays in force"}});
    }
    supervisor_.ready(report_.summary());
  }

  /// Refuse, drain, exit: what has not started stays on disk for the next start.
  void shut_down() {
    if (stopping_) return;
    stopping_ = true;
    supervisor_.stopping();
    report_.stopping();
    log_event(LogLevel::info, "stopping");
    reruns_.refuse();
    settling_.stop_waiting();
    drives_.refuse();
    plays_.begin_shutdown([this] { workplace_.begin_shutdown([this] { loop_->stop(); }); });
  }

  /// Called on a run's thread. Looks at what the run left behind: another run may be wanted.
  void told_of_run(SessionKey const& key, SignalName const& signal, TakenUp const& news) {
    activity_.tell({.session = full_path(key),
                    .name = signal.name.str(),
                    .kind = std::string(signal.kind.word()),
                    .what = std::string(news.what),
                    .reason = news.reason});
    if (news.refused) settling_.tell_refusal(full_path(key), *news.refused);
    if (news.then == TakenUp::Then::look_later)
      loop_->post([this, key] { postpone(key); });
    else if (news.then == TakenUp::Then::look)
      loop_->post([this, key] { workplace_.hint(key, {}, Urgency::news); });
  }

  /// Reruns what waits for an attempt; in the given session, if any, settles what is pending now.
  void look(std::string const& session) {
    reruns_.look_into(config_.roots);
    for (auto const& root : config_.roots)
      if (auto const key = key_below(root.path, root.depth, session))
        workplace_.hint(*key, {}, Urgency::news);
  }

  void postpone(SessionKey const& key) {
    postponed_.insert(key);
    if (!postponed_due_.armed()) postponed_due_.arm(Monotonic::now() + config_.reinvoke.postponed_for);
  }

  void take_up_postponed() {
    for (auto const& key : std::exchange(postponed_, {}))
      workplace_.hint(key, {}, Urgency::news);
  }

  void pat() {
    auto interval = supervisor_.watchdog_interval();
    if (!interval) return;
    supervisor_.alive();
    watchdog_.arm(Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(*interval));
  }

  DaemonOptions options_;
  Config config_;
  std::unique_ptr<Loop> loop_;
  Supervisor supervisor_;
  Activity activity_;
  MutexLog mutexes_;
  Metrics metrics_{version_text}; ///< settling_ and reruns_ count in it
  CallObserver counting_ = [this](CallEnd const& end) { metrics_.count(end); };
  Settling settling_;
  Reruns reruns_; ///< destroyed first: its threads use settling_
  Workplace workplace_;
  PlayLane plays_;
  DriveLane drives_;
  RunNews runs_;
  Sessions sessions_;
  StatusReport report_;
  turn::SharedStore stories_; ///< for questions about stories
  ControlDesk control_;
  ModelDoor models_;
  WebDoor web_;
  ProcessSignals signals_;
  Loop::Timer watchdog_;
  std::set<SessionKey> postponed_; ///< those in which a run could not begin
  Loop::Timer postponed_due_;
  bool stopping_ = false;
};

Exit give_up(Error const& error) {
  log_event(LogLevel::error, "cannot start", {{"reason", error.message}});
  return exit_for(error);
}

Exit serve(DaemonOptions const& options, Config config) {
  std::array const own{std::pair(config.state_dir, for_owner), std::pair(config.runtime_dir, for_passing),
                       std::pair(config.run_locks_path(), for_owner)};
  for (auto const& [directory, mode] : own)
    if (auto made = make_private_directory(directory, mode); !made) return give_up(made.error());
  auto const one = OneDaemon::claim(config.lock_path(), "is running on this state directory");
  if (!one) return give_up(one.error());
  auto journal =
      open_journal(config, options.run == DaemonOptions::Run::once ? IfHeld::give_up : IfHeld::wait);
  if (!journal) return give_up(journal.error());
  if (options.run == DaemonOptions::Run::once)
    return settle_once(std::move(config), options.source, *journal);
  auto const one_here = OneDaemon::claim(config.runtime_lock_path(),
                                         "publishes its status here: give this one a runtime_dir of its own");
  if (!one_here) return give_up(one_here.error());
  // Child processes run as the same user but have no need for this one's memory, descriptors and environment.
  // With --once the environment is just that of the calling shell.
  ::prctl(PR_SET_DUMPABLE, 0);
  auto board = StatusBoard::create(config.board_path());
  if (!board) return give_up(board.error());
  auto loop = Loop::open();
  if (!loop) return give_up(loop.error());
  return App(options, std::move(config), *std::move(loop), *journal, *board).run();
}

} // namespace

Exit run_artifactd(DaemonOptions const& options) {
  if (options.run == DaemonOptions::Run::one_program) return run_one_program(options.peer);
  if (options.run == DaemonOptions::Run::models) return run_model_service(options);
  if (options.run == DaemonOptions::Run::web) return run_web_service(options);
  block_signals(); // before any thread exists, so that all threads inherit it
  auto config = read_config(options);
  if (!config) return config.error();
  open_log(config->log);
  if (config->roots.empty()) {
    fmt::print(stderr,
               "artifactd: no root is configured; add [[root]] path = \"…\" to {} or pass --root DIR\n",
               options.source.file.value_or(default_config_file()));
    return Exit::configuration;
  }
  if (options.run == DaemonOptions::Run::check) {
    for (auto const& remark : config_remarks(*config))
      fmt::print("warning: {}\n", remark);
    fmt::print("OK: {} root{}, {} agent rule{}\n", config->roots.size(), config->roots.size() == 1 ? "" : "s",
               config->agents.size(), config->agents.size() == 1 ? "" : "s");
    return Exit::ok;
  }
  return serve(options, *std::move(config));
}

} // namespace artifactd
