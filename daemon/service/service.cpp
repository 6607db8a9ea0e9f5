#include "daemon/service/service.hpp"

#include "daemon/api/web_door.hpp"
#include "daemon/config/start_settings.hpp"
#include "daemon/control/control_desk.hpp"
#include "daemon/control/story_answer.hpp"
#include "daemon/model/model_door.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/signals.hpp"
#include "daemon/process/supervisor.hpp"
#include "daemon/process/version.hpp"
#include "daemon/service/bar_below_log.hpp"
#include "daemon/service/drive_lane.hpp"
#include "daemon/service/metrics.hpp"
#include "daemon/service/own_troubles.hpp"
#include "daemon/service/play_lane.hpp"
#include "daemon/service/run_news.hpp"
#include "daemon/service/sessions.hpp"
#include "daemon/service/status_report.hpp"
#include "daemon/service/workplace.hpp"
#include "daemon/settling/reruns.hpp"
#include "daemon/settling/settling.hpp"
#include "daemon/status/activity.hpp"

#include <csignal>
#include <set>
#include <utility>

namespace artifactd {

namespace {

std::vector<RootSpec> root_specs(Config const& config) {
  std::vector<RootSpec> roots;
  for (auto const& root : config.roots)
    roots.push_back({root.path, root.depth});
  return roots;
}

/// Members are in start order, so that destruction is shutdown in reverse.
class Service {
public:
  Service(DaemonOptions options, Config config, std::unique_ptr<Loop> loop, Journal& journal,
          StatusBoard& board)
      : options_(std::move(options)), config_(std::move(config)), loop_(std::move(loop)),
        settling_(config_, &journal, &activity_, &reruns_, &mutexes_, counting_),
        reruns_(policies(config_, counting_), journal, config_.run_locks_path(),
                [this](SessionKey const& key, SignalName const& signal, TakenUp const& news) {
                  told_of_run(key, signal, news);
                }),
        workplace_(
            *loop_, config_.workers, settle_in(Lane::quick),
            [this](SessionKey const& key, RunResult const& result) { told_of_end(key, result); },
            settle_in(Lane::slow), settle_in(Lane::waiting), config_.turns_at_once),
        plays_(*loop_, config_, journal, activity_), drives_(*loop_, config_, activity_),
        runs_(*loop_, config_.served.kinds, activity_),
        sessions_(*loop_,
                  SessionsOptions{.roots = root_specs(config_),
                                  .kinds = config_.served.kinds,
                                  .audit_interval = config_.audit_interval,
                                  .events = config_.events ? Events::on : Events::off},
                  sink()),
        report_(*loop_, board, supervisor_,
                {settling_, sessions_, workplace_, journal, reruns_.edits(),
                 [this, &journal] { return own_troubles(config_, journal, control_, web_); }}),
        control_(*loop_, config_.control_path(), activity_, journal, answers()),
        models_(*loop_, config_, options_.source),
        web_(*loop_, config_, options_.source, journal, control_, [this] { return scraped(); }),
        signals_(*loop_, [this](int signal) { signal == SIGHUP ? reload() : shut_down(); }),
        watchdog_(*loop_, [this] { pat(); }), postponed_due_(*loop_, [this] { take_up_postponed(); }) {
    settling_.on_end = [this](SignalEnd const& end) { metrics_.count(end); };
    settling_.on_document = [this](SessionKey const& key) { told_of_document(key); };
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
  Work settle_in(Lane lane) {
    return
        [this, lane](SessionKey const& key, Hints const& hints) { return settling_.run(key, hints, lane); };
  }

  SessionsSink sink() {
    return {.hint = [this](SessionKey const& key, Hints hints,
                           Urgency urgency) { workplace_.hint(key, std::move(hints), urgency); },
            .vanished = [this](SessionKey const& key) { vanished(key); },
            .plays = [this](SessionKey const& key) { plays_.met(key); },
            .mutexes = &mutexes_};
  }

  DaemonAnswers answers() {
    return {.board = [this] { return report_.board(); },
            .look = [this](std::string const& session) { look(session); },
            .cancel = [this](ControlRequest const& request) { return cancel(request); },
            .story = [this](ControlRequest const& request) { return answer_about_story(request); },
            .metrics = [this] { return scraped(); }};
  }

  void vanished(SessionKey const& key) {
    workplace_.vanished(key);
    settling_.forget(key);
    mutexes_.forget(key);
    plays_.vanished(key);
    runs_.vanished(key);
    drives_.vanished(key);
    reruns_.vanished(key);
  }

  bool cancel(ControlRequest const& request) {
    auto const file = parse_signal_file(request.signal, config_.served.kinds);
    return file.signal && reruns_.cancel(request.session, *file.signal);
  }

  ControlReply answer_about_story(ControlRequest const& request) {
    StoryPaths const paths{config_.stories(), config_.mirror_path()};
    return {.rest = [this, paths, request] { return story_answer(stories_, paths, request); }};
  }

  std::string scraped() { return metrics_.exposition(report_.board()); }

  void reload() {
    if (stopping_) return;
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
      sessions_.reload(root_specs(config_), config_.audit_interval);
      drives_.reload(config_);
      models_.reload(config_);
      web_.reload(config_);
      log_event(LogLevel::info, "reloaded", {{"roots", static_cast<std::int64_t>(config_.roots.size())}});
    } else {
      log_config_errors(config.error());
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

  void told_of_end(SessionKey const& key, RunResult const& result) {
    sessions_.finished(key, result);
    report_.news();
  }

  /// Called on the thread that settles.
  void told_of_document(SessionKey const& key) {
    loop_->post([this, key] {
      drives_.met(key);
      runs_.met(key);
    });
  }

  /// Called on a run's thread. Looks at what the run left behind: another run may be wanted.
  void told_of_run(SessionKey const& key, SignalName const& signal, TakenUp const& news) {
    activity_.tell({.session = full_path(key),
                    .name = signal.name.str(),
                    .kind = std::string(signal.kind.word()),
                    .what = std::string(news.what),
                    .reason = news.reason});
    if (news.refused) settling_.tell_final(full_path(key), *news.refused);
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

} // namespace

Exit serve_until_stopped(DaemonOptions options, Config config, std::unique_ptr<Loop> loop, Journal& journal,
                         StatusBoard& board) {
  return Service(std::move(options), std::move(config), std::move(loop), journal, board).run();
}

} // namespace artifactd
