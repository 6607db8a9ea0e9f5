#include "daemon/commands/turn/turn_order.hpp"

#include "agents/common/request_file.hpp"
#include "daemon/commands/turn/refused_beforehand.hpp"
#include "daemon/commands/turn/step_server.hpp"
#include "daemon/interventions/branch_directory.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/one_daemon.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/settling/own_models.hpp"
#include "daemon/settling/settling.hpp"
#include "state/dice/draws.hpp"
#include "state/json/json_member.hpp"
#include "state/json/parsed.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/private_directory.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/in_flight.hpp"
#include "state/settle/leftovers.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <set>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace {

// Files show the end even if the daemon reports nothing
constexpr auto look_every = std::chrono::milliseconds(50);
constexpr std::size_t longest_result = 8 << 20;
constexpr std::size_t name_digits = 16;
constexpr std::size_t most_reasons_told = 16; // some name a moment or a process, and are new each time

/// One step, from its signal to its end.
class Submitted {
public:
  Submitted(Cli const& cli, Case const& chosen, OnStep const& on_step)
      : cli_(cli), chosen_(chosen), on_step_(on_step) {}

  Result<void> submit(Json const& request) const {
    auto const claim = TRY(claim_soon(chosen_.session()));
    auto const text = pretty(request) + "\n";
    if (text_member(request, "do") != "forget")
      return submit_request(claim, chosen_.session(), chosen_.signal, request_path(), text);
    TRY(write_as_oneself(text));
    return drop_signal(claim, chosen_.session(), chosen_.signal);
  }

  void hear(ActivityEvent const& event) {
    if (event.session != chosen_.session().shown() || event.signal() != signal_word(chosen_.signal)) return;
    if (event.what == "pending")
      wait_for(event.reason);
    else if (on_step_)
      on_step_(event.what, event.text);
  }

  /// std::nullopt while it goes on.
  Result<std::optional<StepDone>> end() {
    if (stamp_at(chosen_.session().directory(), layout::signal(chosen_.signal))) {
      if (pending_.empty() || goes_on()) return std::nullopt;
      return waiting(exit_of_pending(), pending_);
    }
    if (stamp_at(chosen_.session().directory(), layout::refused(chosen_.signal))) return TRY(refused());
    return TRY(accepted());
  }

  [[nodiscard]] StepDone late() const {
    return waiting(Exit::conflict, pending_.empty() ? "the turn is still being played" : pending_);
  }

private:
  /// Tells each reason once. The command tells the one that ends it itself.
  void wait_for(std::string const& reason) {
    pending_ = reason;
    if (goes_on() && told_.size() < most_reasons_told && told_.insert(reason).second)
      tell(cli_, "it has to wait: " + printable(trimmed(reason)));
  }

  [[nodiscard]] Exit exit_of_pending() const {
    return exit_of_turn(pending_.substr(0, pending_.find(':'))); // "turn.unreachable: …"
  }
  [[nodiscard]] bool goes_on() const { return exit_of_pending() == Exit::judged_bad; }

  /// The request's owner shows who asks: only the operator may forget a story.
  [[nodiscard]] Result<void> write_as_oneself(std::string const& text) const {
    auto const& session = chosen_.session();
    TRY(session.private_directory(layout::turns));
    return answer_as_self([&]() -> Result<void> {
      auto like = session.stamp();
      like.owner = own_user();
      like.mode = 0644; // the session's owner, with whose rights it is read, has no others
      return replace_file_like(session, request_path(), text, like);
    });
  }

  [[nodiscard]] std::string signal_path() const {
    return chosen_.session().shown() + "/" + layout::signal(chosen_.signal);
  }
  [[nodiscard]] std::string request_path() const { return layout::turn_of(chosen_.signal.name); }

  [[nodiscard]] StepDone waiting(Exit exit, std::string why) const {
    auto const text = read_file(chosen_.session().directory(), request_path(), longest_result);
    auto const request = text ? json::parsed(*text).value_or(Json()) : Json();
    return {.exit = exit,
            .signal = signal_path(),
            .pending = std::move(why),
            .id = text_member(request, "user_action_id")};
  }

  /// A step from the command line leaves no files behind: its result is in the story.
  Result<StepDone> accepted() const {
    auto const path = layout::turn_result_of(chosen_.signal.name);
    auto const text = TRY(read_file(chosen_.session().directory(), path, longest_result));
    auto result = json::parsed(text, result_limits);
    if (!result) return fail(Fault::invalid, path + " is not JSON, or nested too deeply");
    StepDone done{.result = *std::move(result)};
    TRY(remove_name(chosen_.session().directory(), path));
    TRY(remove_name(chosen_.session().directory(), request_path()));
    return done;
  }

  Result<StepDone> refused() const {
    StepDone done{.exit = Exit::judged_bad};
    auto const text =
        read_file(chosen_.session().directory(), layout::instructions(chosen_.signal), longest_result);
    auto const json = text ? json::parsed(*text).value_or(Json()) : Json();
    if (json.is_object() && json.contains("findings"))
      for (auto const& each : json["findings"])
        if (auto finding = finding_from_json(each)) {
          finding->file.clear(); // the person never saw that file
          finding->line.reset();
          finding->column.reset();
          finding->excerpt.clear();
          done.findings.push_back(*std::move(finding));
        }
    if (auto const* error = first_error(done.findings)) done.exit = exit_of_turn(error->code);
    TRY(give_up(chosen_));
    TRY(remove_name(chosen_.session().directory(), request_path()));
    return done;
  }

  Cli const& cli_;
  Case const& chosen_;
  OnStep const& on_step_;
  std::string pending_;
  std::set<std::string> told_;
};

/// How long a step is waited for.
struct Patience {
  Moment until;
  WaitOn const& wait_on;

  [[nodiscard]] bool lasts() const { return Monotonic::now() < until && (!wait_on || wait_on()); }
};

Result<StepDone> follow(StepServer& server, Submitted& step, Patience const& patience) {
  while (patience.lasts()) {
    pollfd heard{.fd = server.tells ? server.tells->fd() : -1, .events = POLLIN, .revents = 0};
    ::poll(&heard, 1, static_cast<int>(look_every.count()));
    while (server.tells) {
      auto line = server.tells->next(Monotonic::now());
      if (!line) server.tells.reset();
      if (!line || !*line) break;
      if (auto const event = activity_from_json(Json::parse(**line, nullptr, false))) step.hear(*event);
      if (auto done = TRY(step.end())) return *std::move(done);
    }
    if (auto done = TRY(step.end())) return *std::move(done);
  }
  return step.late();
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

/// In this process, with its own models.
Result<StepDone> settle_here(Cli const& cli, Case const& chosen, Submitted& step, Patience const& patience) {
  auto config = chosen.config;
  auto const lock = TRY(wait_for_turn(config, patience));
  if (!lock) return step.late();
  auto const models = TRY(own_models(config, cli.source));
  auto journal = try_journal(config);
  open_log({.level = LogLevel::error});
  Activity activity;
  activity.listen([&step](std::uint64_t, ActivityEvent const& event) { step.hear(event); });
  Settling settling(config, journal ? &*journal : nullptr, &activity);
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

Result<StepDone> finish(Cli const& cli, Case const& chosen, Submitted& step, StepServer& server,
                        Duration at_most, WaitOn const& wait_on) {
  Patience const patience{Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(at_most),
                          wait_on};
  if (!server.serves) return settle_here(cli, chosen, step, patience);
  return with_advice(TRY(follow(server, step, patience)));
}

/// The session with the signal of this request. Adds a random user_action_id to a request without one.
Result<Case> turn_case(Config const& config, std::string const& session, Json& request) {
  if (text_member(request, "user_action_id").empty()) request["user_action_id"] = "cli-" + dice::fresh_seed();
  auto const kind = config.served.kinds.find("turn");
  auto const name = Name::parse("step-" + dice::fresh_seed().substr(0, name_digits));
  if (!kind || !name) return fail(Fault::unsupported, "turns are not played here");
  return Case{config, TRY(session_argument(config, session)), {*name, *kind}};
}

} // namespace

Result<StepDone> do_step(Cli const& cli, Config const& config, std::string const& session, Json& request,
                         Duration patience, OnStep const& on_step, WaitOn const& wait_on) {
  auto const chosen = TRY(turn_case(config, session, request));
  if (auto done = refused_beforehand(chosen, request)) return *std::move(done);
  auto const made = text_member(request, "do") == "branch"
                        ? TRY(make_branch_directory(chosen.session(), text_member(request, "directory")))
                        : std::string();
  Submitted step(cli, chosen, on_step);
  auto server = step_server(chosen); // before the signal, so that no event is missed
  // While the step waits, a server may come back and a full disk be cleared; a damaged database stays
  // damaged.
  if (!server.serves && config.turn.database.empty())
    if (auto const opened = open_stories(config); !opened && opened.error().fault != Fault::no_space)
      return fail(opened.error());
  TRY(step.submit(request));
  auto done = finish(cli, chosen, step, server, patience, wait_on);
  if (done && done->exit != Exit::ok && done->pending.empty()) remove_branch_directory(made);
  return done;
}

Result<StepDone> go_on(Cli const& cli, Case const& chosen, Duration patience, OnStep const& on_step,
                       WaitOn const& wait_on) {
  Submitted step(cli, chosen, on_step);
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
