#include "daemon/commands/turn/turn_order.hpp"

#include "daemon/commands/turn/refused_beforehand.hpp"
#include "daemon/commands/turn/step_server.hpp"
#include "daemon/commands/turn/submitted_step.hpp"
#include "daemon/interventions/branch_directory.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/one_daemon.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/settling/own_models.hpp"
#include "daemon/settling/settling.hpp"
#include "state/dice/draws.hpp"
#include "state/json/json_member.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/private_directory.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/in_flight.hpp"
#include "state/settle/leftovers.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace {

// Files show the end even if the daemon reports nothing
constexpr auto look_every = std::chrono::milliseconds(50);
constexpr std::size_t name_digits = 16;
constexpr auto ask_again_every =
    std::chrono::seconds(1);                            // a daemon that reports nothing, or nothing any more
constexpr auto restart_takes = std::chrono::seconds(2); // from the end of one daemon to the next

/// How long a step is waited for.
struct Patience {
  Moment until;
  WaitOn const& wait_on;

  [[nodiscard]] bool lasts() const { return Monotonic::now() < until && (!wait_on || wait_on()); }
};

/// std::nullopt if it has to be asked again whether a daemon serves the session: it may have ended.
Result<std::optional<StepDone>> follow(StepServer& server, SubmittedStep& step, Patience const& patience) {
  auto const ask_again = Monotonic::now() + ask_again_every;
  while (patience.lasts()) {
    pollfd heard{.fd = server.tells ? server.tells->fd() : -1, .events = POLLIN, .revents = 0};
    ::poll(&heard, 1, static_cast<int>(look_every.count()));
    while (server.tells) {
      auto line = server.tells->next(Monotonic::now());
      if (!line) server.tells.reset();
      if (!line || !*line) break;
      if (auto const event = activity_from_json(Json::parse(**line, nullptr, false))) step.hear(*event);
      if (auto done = TRY(step.end())) return done;
    }
    if (auto done = TRY(step.end())) return done;
    if (!server.tells && Monotonic::now() >= ask_again) return std::nullopt;
  }
  return step.late();
}

/// The daemon that serves the session after another one has ended: a restart takes a moment.
StepServer next_server(Case const& chosen, Patience const& patience) {
  auto const until = Monotonic::now() + restart_takes;
  auto server = step_server(chosen);
  while (!server.serves && Monotonic::now() < until && patience.lasts()) {
    std::this_thread::sleep_for(look_every); // nothing reports the start of a daemon
    server = step_server(chosen);
  }
  return server;
}

/// Only one process at a time plays turns itself: two would wait for each other's models and stories.
Result<std::optional<OneDaemon>> wait_for_turn(Config const& config, Patience const& patience) {
  while (patience.lasts()) {
    auto lock = answer_as_self([&]() -> Result<OneDaemon> {
      TRY(make_private_directory(config.state_dir)); // stories in PostgreSQL need no directory
      auto const path = config.stories_path() + ".lock";
      TRY(make_private_file(path));
      return OneDaemon::claim(path, "plays stories with these files");
    });
    if (lock) return std::optional(*std::move(lock));
    if (lock.error().fault != Fault::busy) return fail(std::move(lock).error());
    std::this_thread::sleep_for(look_every); // nothing reports that another process released its lock
  }
  return std::nullopt;
}

/// Older turns of the session, once each and in the order in which they were submitted, as a daemon does it.
/// One that stays pending does not delay those after it.
Result<void> settle_older(Cli const& cli, Case const& chosen, Settling& settling, Patience const& patience) {
  auto pending = TRY(scan_session(chosen.session().directory(), chosen.config.served.kinds)).pending;
  std::ranges::stable_sort(pending, {}, [](SeenSignal const& each) { return each.stamp.modified_ns; });
  if (std::ranges::find(pending, chosen.signal, &SeenSignal::name) == pending.end()) return {};
  for (auto const& older : pending) {
    if (older.name == chosen.signal || !patience.lasts()) return {};
    if (older.name.kind != chosen.signal.kind) continue;
    tell(cli, fmt::format("an older turn is pending, and is tried first: {}", layout::signal(older.name)));
    auto const settled =
        settling.settle(chosen.session(), chosen.named.key, {}, {older.name.name, older.name.kind});
    if (!settled && settled.error().fault != Fault::busy) return fail(settled.error());
    if (!settled) continue;
    for (auto const& end : settled->signals)
      if (end.end == End::pending && end.reason)
        tell(cli, "it still waits: " + printable(trimmed(end.reason->message)));
  }
  return {};
}

/// In this process, with its own models.
Result<StepDone> settle_here(Cli const& cli, Case const& chosen, SubmittedStep& step,
                             Patience const& patience) {
  auto config = chosen.config;
  auto const lock = TRY(wait_for_turn(config, patience));
  if (!lock) return step.late();
  auto const models = TRY(own_models(config, cli.source));
  auto journal = try_journal(config);
  open_log({.level = LogLevel::error});
  Activity activity;
  activity.listen([&step](std::uint64_t, ActivityEvent const& event) { step.hear(event); });
  Settling settling(config, journal ? &*journal : nullptr, &activity);
  TRY(settle_older(cli, chosen, settling, patience));
  while (patience.lasts()) {
    auto const settled =
        settling.settle(chosen.session(), chosen.named.key, {}, {chosen.signal.name, chosen.signal.kind});
    if (!settled && settled.error().fault != Fault::busy) return fail(settled.error());
    if (auto done = TRY(step.end())) return *std::move(done);
    std::this_thread::sleep_for(look_every); // another process does what the step waits for
  }
  return step.late();
}

/// A daemon knows the models of the configuration that it read last.
StepDone with_advice(StepDone done) {
  if (done.exit == Exit::configuration && !done.pending.empty())
    done.advice = "The daemon plays it with the configuration that it has read: after a change, have it read "
                  "again (systemctl reload artifactd, or SIGHUP).";
  return done;
}

Result<StepDone> finish(Cli const& cli, Case const& chosen, SubmittedStep& step, StepServer& server,
                        Duration at_most, WaitOn const& wait_on) {
  Patience const patience{Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(at_most),
                          wait_on};
  auto const served = server.serves;
  while (server.serves) {
    if (auto done = TRY(follow(server, step, patience))) return with_advice(*std::move(done));
    server = next_server(chosen, patience);
  }
  auto done = settle_here(cli, chosen, step, patience);
  if (!done && served && done.error().fault == Fault::denied) // nor may this user play it
    return step.waiting(Exit::unreachable, "artifactd is not running any more: " + done.error().message);
  return done;
}

/// The session with the signal of this request. Adds a random user_action_id to a request without one.
Result<Case> turn_case(Config const& config, std::string const& session, Json& request) {
  if (text_member(request, "user_action_id").empty()) request["user_action_id"] = "cli-" + dice::fresh_seed();
  auto const kind = config.served.kinds.find("turn");
  auto const name = Name::parse(std::string(step_prefix) + dice::fresh_seed().substr(0, name_digits));
  if (!kind || !name) return fail(Fault::unsupported, "turns are not played here");
  return Case{config, TRY(session_argument(config, session)), {*name, *kind}};
}

} // namespace

Result<StepDone> do_step(Cli const& cli, Config const& config, std::string const& session, Json& request,
                         Duration patience, OnStep const& on_step, WaitOn const& wait_on) {
  auto const chosen = TRY(turn_case(config, session, request));
  if (auto done = refused_beforehand(chosen, request)) return *std::move(done);
  auto server = step_server(chosen); // before the signal, so that no event is missed
  // While the step waits, a server may come back and a full disk be cleared; a damaged database stays
  // damaged.
  if (!server.serves && config.turn.database.empty())
    if (auto const opened = open_stories(config); !opened && opened.error().fault != Fault::no_space)
      return fail(opened.error());
  if (auto const before = TRY(submitted_before(chosen, request))) {
    auto done =
        go_on(cli, {config, TRY(session_argument(config, session)), *before}, patience, on_step, wait_on);
    if (done || done.error().fault != Fault::missing) return done; // else: asked again, it is answered
  }
  auto const made = text_member(request, "do") == "branch"
                        ? TRY(make_branch_directory(chosen.session(), text_member(request, "directory")))
                        : std::string();
  SubmittedStep step(cli, chosen, on_step);
  TRY(step.submit(request));
  auto done = finish(cli, chosen, step, server, patience, wait_on);
  if (done && done->exit != Exit::ok && done->pending.empty()) remove_branch_directory(made);
  return done;
}

Result<StepDone> go_on(Cli const& cli, Case const& chosen, Duration patience, OnStep const& on_step,
                       WaitOn const& wait_on) {
  SubmittedStep step(cli, chosen, on_step);
  auto server = step_server(chosen);
  return finish(cli, chosen, step, server, patience, wait_on);
}

Result<void> clear_up(Config const& config, std::string const& session) {
  for (auto const& name : TRY(open_work(TRY(session_argument(config, session)).session)).names) {
    auto const left = parse_in_flight(name);
    if (!left || left->signal.kind.word() != "turn") continue;
    Case const chosen{config, TRY(session_argument(config, session)), left->signal};
    if (step_server(chosen).serves) return {};
    open_log({.level = LogLevel::error});
    Settling settling(config, nullptr, nullptr);
    auto const settled =
        settling.settle(chosen.session(), chosen.named.key, {}, {chosen.signal.name, chosen.signal.kind});
    if (!settled && settled.error().fault != Fault::busy) return fail(settled.error());
  }
  return {};
}

} // namespace artifactd
