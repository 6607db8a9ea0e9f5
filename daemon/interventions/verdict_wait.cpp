#include "daemon/interventions/verdict_wait.hpp"

#include "daemon/interventions/attendance.hpp"
#include "daemon/interventions/signal_watch.hpp"
#include "daemon/queries/at_work.hpp"
#include "daemon/queries/odd_file.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/instructions.hpp"
#include "state/settle/kept_warnings.hpp"
#include "state/vocabulary/nearest_name.hpp"

#include <fmt/core.h>
#include <memory>

namespace artifactd {

namespace {

using Outcome = SubmitResult::Outcome;

constexpr auto between_looks = std::chrono::milliseconds(100); // where events do not arrive
constexpr auto patience_for_history = std::chrono::milliseconds(500);
constexpr auto between_looks_at_the_daemon = std::chrono::seconds(1);

SubmitResult beginning(NamedSession const& named, SignalName const& signal) {
  return {.session = named.session.shown(), .signal = signal};
}

/// Damaged or lost ones are an empty object, which to_prompt() explains.
Result<Json> instructions_of(Session const& session, SignalName const& signal) {
  auto instructions = read_instructions(session.directory(), signal);
  if (instructions) return instructions;
  auto const fault = instructions.error().fault;
  if (fault != Fault::missing && fault != Fault::invalid) return instructions;
  return Json::object();
}

/// The replaced version gets its number after the signal is gone, under the same claim.
Result<std::optional<std::uint64_t>> generation_of(Session const& session, Sighting const& sighting) {
  if (!Claim::take_soon(session, patience_for_history)) return std::nullopt;
  return replaced_generation(session, sighting);
}

Result<SubmitResult> ended(NamedSession const& named, Followed const& followed, Fate fate) {
  auto result = beginning(named, followed.signal);
  if (fate == Fate::accepted) {
    result.outcome = Outcome::merged;
    if (!followed.sighting) return result;
    auto const sighting = TRY(followed.sighting());
    result.generation = TRY(generation_of(named.session, sighting));
    result.warnings = kept_warnings(named.session, followed.signal, drop_id(sighting.stamp));
  } else if (fate == Fate::refused) {
    result.outcome = Outcome::refused;
    result.instructions = TRY(instructions_of(named.session, followed.signal));
  } else {
    result.outcome = Outcome::removed;
    result.reason =
        "another program removed or replaced it, or too many versions followed to know its verdict";
  }
  return result;
}

/// One wait, which may go from one submission to the next: artifactd's own runs submit refused work again.
class VerdictWait {
public:
  VerdictWait(Config const& config, NamedSession const& named, Followed followed,
              VerdictOptions const& options)
      : config_(config), named_(named), followed_(std::move(followed)), options_(options),
        watch_(std::make_unique<SignalWatch>(path())) {}

  Result<SubmitResult> wait() {
    auto const begin = Monotonic::now();
    auto next_look_at_daemon = begin;
    for (;;) {
      if (auto verdict = TRY(look())) return *std::move(verdict);
      auto const now = Monotonic::now();
      auto const late =
          (options_.at_most && now - begin >= *options_.at_most) || (options_.go_on && !options_.go_on());
      if (late || now >= next_look_at_daemon) {
        auto unsettled = look_at_daemon(late ? Patience::over : Patience::left);
        // A daemon that ends meanwhile may have settled it in its last moment.
        if (unsettled) return TRY(look()).value_or(*std::move(unsettled));
        next_look_at_daemon = now + between_looks_at_the_daemon;
      }
      watch_->wait(between_looks);
    }
  }

private:
  enum class Patience : std::uint8_t { left, over };

  [[nodiscard]] std::string path() const {
    return named_.session.shown() + "/" + layout::signal(followed_.signal);
  }

  Result<std::optional<SubmitResult>> look() {
    auto const fate = TRY(followed_.look());
    if (fate == Fate::open) return std::nullopt;
    auto verdict = TRY(ended(named_, followed_, fate));
    if (!options_.until_settled) return verdict;
    if (verdict.goes_on()) return std::nullopt;
    return verdict.outcome == Outcome::removed ? look_at_next(verdict) : verdict;
  }

  /// A run of the agent may have submitted other work already, and it may have been accepted.
  Result<std::optional<SubmitResult>> look_at_next(SubmitResult const& removed) {
    if (TRY(follow_next())) return std::nullopt;
    auto const last = TRY(last_accepted(named_.session, followed_.signal));
    auto const later =
        last && followed_.sighting && last->birth_ns > TRY(followed_.sighting()).stamp.birth_ns;
    if (later) return TRY(former_verdict(config_, named_, followed_.signal));
    // The run itself may have removed it: before a run ends, artifactd puts it back.
    auto const goes_on =
        run_under_way(config_, named_.session.shown(), followed_.signal) || TRY(follow_next());
    return goes_on ? std::nullopt : std::optional(removed);
  }

  Result<bool> follow_next() {
    auto next = TRY(unless_missing(Followed::find(named_.session, followed_.signal)));
    if (!next) return false;
    followed_ = *std::move(next);
    watch_ = std::make_unique<SignalWatch>(path());
    return true;
  }

  /// Why waiting ends without a verdict; std::nullopt: it goes on.
  [[nodiscard]] std::optional<SubmitResult> look_at_daemon(Patience patience) const {
    auto const by = attendance(config_, named_.key, followed_.signal);
    auto result = beginning(named_, followed_.signal);
    result.outcome = by.by == Attendance::By::nobody ? Outcome::unattended : Outcome::pending;
    result.reason = by.reason;
    if (result.reason.empty()) result.reason = "it was not settled in time";
    if (patience == Patience::over || by.by == Attendance::By::nobody) return result;
    return std::nullopt;
  }

  Config const& config_;
  NamedSession const& named_;
  Followed followed_;
  VerdictOptions const& options_;
  std::unique_ptr<SignalWatch> watch_;
};

} // namespace

Result<SubmitResult> wait_for_verdict(Config const& config, NamedSession const& named, Followed followed,
                                      VerdictOptions const& options) {
  return VerdictWait(config, named, std::move(followed), options).wait();
}

namespace {

/// Attempts are forgotten when work is accepted, but not at the same instant.
bool is_accepted_since(Attempt const& refused, std::optional<DropId> const& accepted) {
  return accepted && (accepted->birth_ns > refused.first_seen_ns || is_about(refused, *accepted));
}

/// Why there is no verdict to wait for although work of that name was refused; empty: the last was not.
Result<std::string> no_longer_refused(Session const& session, SignalName const& signal,
                                      std::optional<DropId> const& accepted) {
  auto const log = TRY(load_attempts(session, signal));
  if (!log.attempts.empty() && !log.attempts.back().taken_back &&
      !is_accepted_since(log.attempts.back(), accepted))
    return fmt::format("the last submission was refused at {}, and {} is gone", log.attempts.back().at,
                       layout::refused(signal));
  return log.given_up.empty() || (accepted && iso8601(accepted->birth_ns) > log.given_up)
             ? std::string()
             : fmt::format("the last submission was refused, and a person gave it up at {}", log.given_up);
}

/// How a document that is gone gets back, for the end of a message; empty if none was accepted.
Result<std::string> back_in_place(Session const& session, SignalName const& signal) {
  auto const* document = signal.kind.traits().document;
  auto const restore = document == nullptr ? std::string() : TRY(document->restore_command(session));
  return restore.empty() ? restore : "; to put the one accepted last back in place: " + restore;
}

/// What looks like it and is ignored, for the end of a message; empty if nothing does.
Result<std::string> misspelt(Session const& session, Kinds const& kinds, SignalName const& signal) {
  auto const directory = session.directory();
  auto const signs = TRY(scan_session(directory, kinds));
  for (auto const& odd : signs.odd)
    if (misspelt_signal(odd.file, kinds) == signal) {
      auto const advice = advice_on(odd, directory, session.shown(), kinds);
      return fmt::format("; {} is ignored: {}: {}", printable(odd.file), advice.reason, advice.command);
    }
  return std::string();
}

} // namespace

Result<SubmitResult> former_verdict(Config const& config, NamedSession const& named,
                                    SignalName const& signal) {
  auto const last = TRY(last_accepted(named.session, signal));
  if (auto why = TRY(no_longer_refused(named.session, signal, last)); !why.empty()) {
    auto result = beginning(named, signal);
    result.outcome = Outcome::removed;
    result.reason = std::move(why);
    return result;
  }
  auto const ignored = why_ignored(named.session, layout::signal(signal));
  if (!last && !ignored.empty()) return fail(Fault::missing, ignored);
  auto const odd =
      !ignored.empty() ? "; " + ignored : TRY(misspelt(named.session, config.served.kinds, signal));
  if (auto const back = TRY(back_in_place(named.session, signal)); !back.empty())
    return fail(Fault::missing, fmt::format("there is no {} in {}, though it was accepted before{}{}",
                                            layout::signal(signal), named.session.shown(), odd, back));
  if (!last)
    return fail(Fault::missing, fmt::format("there is no {} in {}, and nothing is known of an earlier one{}",
                                            layout::signal(signal), named.session.shown(), odd));
  auto result = beginning(named, signal);
  result.outcome = Outcome::merged;
  result.warnings = kept_warnings(named.session, signal, *last);
  result.reason = fmt::format("dropped at {}; no later one is there{}", iso8601(last->birth_ns), odd);
  return result;
}

} // namespace artifactd
