#include "agents/state/state_settler.hpp"

#include "agents/state/fix_work.hpp"
#include "state/atomic_file.hpp"
#include "state/digest.hpp"
#include "state/lease.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/input_file.hpp"
#include "state/settle/leftovers.hpp"
#include "state/tuning/guard.hpp"
#include "state/tuning/judge.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/core.h>
#include <tuple>
#include <unistd.h>

namespace artifactd {

namespace {

using tuning::StateHistory;

constexpr auto claim_wait = std::chrono::seconds(2);    // others hold the claim for milliseconds
constexpr auto open_patience = std::chrono::seconds(5); // for who has it open and does not write on
constexpr auto restless_patience = std::chrono::seconds(1);
constexpr auto hopeless_patience = std::chrono::seconds(10);
constexpr std::size_t restores_a_minute = 3; // in a minute

/// How long nothing may have been written before what stands there is taken for finished.
Duration needed_rest(Session const& session, Stamp const& stamp, Duration patience) {
  if (!is_plain_file(stamp)) return Duration::zero();
  auto file = open_beneath(session.directory(), layout::tuning_state, O_RDONLY | O_NONBLOCK);
  return file && somebody_writes(file->get()) ? Duration(open_patience) : patience;
}

std::vector<Finding> findings_of(InputFile const& read, std::string const& file,
                                 std::optional<StateHistory::Good> const& good) {
  if (read.finding) return {*read.finding};
  return tuning::judge(file, read.bytes, good ? &good->state : nullptr).findings;
}

/// One state on its way through a settling.
class StateSettling {
public:
  StateSettling(Session const& session, StatePolicy const& policy, RefusalPolicy const& refusal,
                KnownStates& known, SettleReport& report)
      : session_(session), policy_(policy), refusal_(refusal), known_(known), report_(report) {}

  Result<void> run(Sighting const& sighting, SignalEnd& end) {
    auto input =
        read_input(session_.directory(), layout::tuning_state, layout::tuning_state, tuning::longest_state);
    if (!input && input.error().fault == Fault::changed) return look_again(end, publishing_time);
    auto read = TRY(std::move(input));
    if (!read) return finish(end, End::vanished);
    end.mark("read");
    auto const before = TRY(StateHistory::open(session_));
    auto good = TRY(before.last_good());
    if (good && read->bytes == *good->state.text) {
      known_.settled(session_, read->stamp);
      return finish(end, End::unchanged);
    }
    end.findings = findings_of(*read, layout::tuning_state, good);
    auto refused = first_error(end.findings) != nullptr;
    end.mark("diagnosed");
    if (refused && !may_be_refused(read->stamp, end)) return {};
    auto claim = TRY(Claim::take_soon(session_, claim_wait));
    TRY(tuning::recover_state(session_));
    auto history = TRY(StateHistory::open(session_));
    if (!TRY(stands(read->stamp)) || newest(history) != newest(before))
      return look_again(end, publishing_time);
    end.mark("claimed");
    if (!refused) return accept(*read, history, end);
    return refuse(sighting, *read, good, end);
  }

private:
  static Result<void> finish(SignalEnd& end, End how) {
    end.end = how;
    return {};
  }

  static Result<void> look_again(SignalEnd& end, Duration in) {
    end.again_in = in;
    return finish(end, End::again);
  }

  /// Not while it may still be written; says in `end` when to look again.
  bool may_be_refused(Stamp const& stamp, SignalEnd& end) {
    auto rest = Duration(wall_now_ns() - stamp.changed_ns);
    auto needed = needed_rest(session_, stamp, policy_.patience);
    if (rest < Duration::zero() || rest >= needed) return true;
    if (known_.restless(session_, Monotonic::now()) < hopeless_patience) {
      std::ignore = look_again(end, needed - rest);
    } else {
      end.end = End::pending;
      end.reason = Error{Fault::changed,
                         fmt::format("{} is written again and again, and what was read of it is refused: {}",
                                     layout::tuning_state, end.findings.front().message)};
    }
    return false;
  }

  Result<bool> stands(Stamp const& judged) const {
    auto now = stamp_at(session_.directory(), layout::tuning_state);
    if (!now && now.error().fault == Fault::missing) return false;
    return untouched(TRY(std::move(now)), judged);
  }

  static std::uint64_t newest(StateHistory const& history) {
    return history.newest() == nullptr ? 0 : history.newest()->number;
  }

  /// Its writer may have synced nothing: after a power cut an older state beside a newer accepted one would
  /// be refused. False when it was replaced meanwhile.
  Result<bool> make_durable(Stamp const& judged) const {
    auto const file = TRY(open_beneath(session_.directory(), layout::tuning_state, O_RDONLY | O_NONBLOCK));
    if (!same_file(TRY(stamp_of(file.get())), judged)) return false;
    if (::fsync(file.get()) < 0) return fail(errno_error("fsync", layout::tuning_state));
    TRY(sync_directory(session_.directory()));
    return true;
  }

  Result<void> accept(InputFile const& read, StateHistory& history, SignalEnd& end) {
    if (!TRY(make_durable(read.stamp))) return look_again(end, publishing_time);
    end.generation = TRY(tuning::accept_state(session_, history, read.bytes, policy_.history));
    known_.settled(session_, read.stamp);
    end.mark("kept");
    return finish(end, End::merged);
  }

  Result<void> refuse(Sighting const& sighting, InputFile const& read,
                      std::optional<StateHistory::Good> const& good, SignalEnd& end) {
    auto why_not = why_not_restored(read.stamp, good.has_value());
    if (!why_not.empty()) TRY(keep_copy(read)); // its writer goes on, and will write over it
    auto location = why_not.empty() ? layout::refused(state_signal()) : layout::tuning_state;
    for (auto& finding : end.findings)
      finding.file = location;
    auto inputs = read.finding ? read.finding->code : Digest().add(read.bytes).hex();
    Judged const judged{inputs, location, end.findings, state_requirements(),
                        why_not.empty() ? Left::aside : Left::in_place};
    auto seen = sighting;
    seen.stamp = read.stamp;
    end.refusal = TRY(prepare_refusal(session_, seen, judged, refusal_));
    if (why_not.empty()) {
      if (!TRY(restore(read.stamp, *good->state.text))) return look_again(end, publishing_time);
      end.mark("restored");
    } else {
      known_.settled(session_, read.stamp);
      report_.notices.push_back(
          fmt::format("{} was refused and left as it is: {}", layout::tuning_state, why_not));
    }
    return finish(end, End::refused);
  }

  /// What stands there is told about from now on: what was refused before is put by.
  Result<void> keep_copy(InputFile const& read) {
    TRY(tuning::put_refused_by(session_));
    auto history = TRY(StateHistory::open(session_));
    auto const* newest = history.newest();
    if (read.finding || (newest != nullptr && history.text(*newest).value_or("") == read.bytes)) return {};
    TRY(history.keep(read.bytes, tuning::Standing::refused));
    return history.prune(policy_.history);
  }

  std::string why_not_restored(Stamp const& stamp, bool good) const {
    if (policy_.on_invalid == StatePolicy::OnInvalid::report) return "so the configuration says";
    if (!good) return "no state of this session was accepted before";
    if (!is_plain_file(stamp)) return "it is no file that could be replaced";
    if (known_.restores(session_, Monotonic::now()) >= restores_a_minute)
      return fmt::format("{} of them were replaced within a minute, and its writer goes on",
                         restores_a_minute);
    return "";
  }

  /// False when it was written meanwhile.
  Result<bool> restore(Stamp const& refused, std::string const& text) {
    auto former = TRY(tuning::exchange_state(session_, layout::restore_tag, refused, text));
    if (!former) return false;
    auto work = TRY(session_.private_directory(layout::work));
    TRY(tuning::set_aside(session_, work.get(), *former));
    known_.restored(session_, Monotonic::now());
    known_.settled(session_, TRY(stamp_at(session_.directory(), layout::tuning_state)));
    return true;
  }

  Session const& session_;
  StatePolicy const& policy_;
  RefusalPolicy const& refusal_;
  KnownStates& known_;
  SettleReport& report_;
};

/// Whether something is to be done for the state that stands there, which is the last good one.
Result<bool> is_wanted(Session const& session, FixPolicy const& fixes) {
  if (fixes.target_root.empty()) return false;
  auto good = TRY(TRY(StateHistory::open(session)).last_good());
  return good && wants_fixing(session, fixes, good->state);
}

/// Somebody else may have been killed at it meanwhile.
Result<bool> was_cut_short(Session const& session, FixPolicy const& fixes) {
  if (fixes.target_root.empty()) return false;
  auto good = TRY(TRY(StateHistory::open(session)).last_good());
  return good && is_cut_short(fixes, good->state);
}

Result<bool> recover(Session const& session) {
  if (!TRY(has_leftovers(session))) return false;
  auto claim = TRY(Claim::take_soon(session, claim_wait));
  TRY(tuning::recover_state(session));
  return true;
}

/// Whatever wrote it: an update of ours, a restoration, or the same again.
Result<bool> is_last_good(Session const& session, Stamp const& stamp) {
  auto history = TRY(StateHistory::open(session));
  auto const* good = history.newest_good();
  if (good == nullptr || !is_plain_file(stamp) || stamp.size != TRY(history.stamp(*good)).size) return false;
  return TRY(read_file(session.directory(), layout::tuning_state, stamp.size)) == TRY(history.text(*good));
}

} // namespace

std::vector<std::string> const& state_requirements() {
  static std::vector<std::string> const requirements = {
      "state.json is one JSON object as `artifactctl state schema` describes it.",
      "It is written as a whole: under another name first, then renamed to state.json; or changed by "
      "`artifactctl state update`.",
      "`artifactctl state check NEW --against state.json` judges it before it is written."};
  return requirements;
}

Result<std::vector<Finding>> judge_refused_state(Session const& session) {
  auto file = layout::refused(state_signal());
  auto read = TRY(read_input(session.directory(), file, file, tuning::longest_state));
  if (!read) return fail(Fault::missing, "there is no " + file + " in " + session.shown());
  return findings_of(*read, file, TRY(TRY(StateHistory::open(session)).last_good()));
}

Readiness StateSettler::readiness(Session const& session, Sighting const& sighting, Published) const {
  auto const& stamp = sighting.stamp;
  if (policy_.on_invalid == StatePolicy::OnInvalid::ignore) return Readiness::settled;
  if (known_.is_settled(session, stamp))
    return was_cut_short(session, fixes_).value_or(false) ? Readiness::ready : Readiness::settled;
  if (is_last_good(session, stamp).value_or(false)) {
    if (is_wanted(session, fixes_).value_or(false)) return Readiness::ready;
    known_.settled(session, stamp);
    return Readiness::settled;
  }
  auto resting = !still_fresh(stamp) || known_.restless(session, Monotonic::now()) >= restless_patience;
  return resting ? Readiness::ready : Readiness::early;
}

SettleReport StateSettler::settle(Session const& session, std::vector<Sighting> const& sightings, Round) {
  SettleReport report;
  if (sightings.empty()) {
    auto recovered = recover(session);
    if (!recovered) report.trouble = recovered.error();
    return report;
  }
  for (auto const& sighting : sightings) {
    SignalEnd end(sighting.signal);
    end.steps.push_back({"seen", sighting.seen});
    auto run = StateSettling(session, policy_, refusal_, known_, report).run(sighting, end);
    if (!run) {
      end.end = End::pending;
      end.reason = run.error();
    }
    if (end.end == End::merged || end.end == End::unchanged) work_on(session, report);
    report.signals.push_back(std::move(end));
  }
  return report;
}

void StateSettler::work_on(Session const& session, SettleReport& report) const {
  if (!is_wanted(session, fixes_).value_or(false)) return;
  auto done = work_on_fixes(session, fixes_);
  for (auto const& outcome : done.outcomes)
    report.notices.push_back(to_text(outcome));
  if (done.trouble) report.notices.push_back(done.trouble->message);
  if (auto stamp = stamp_at(session.directory(), layout::tuning_state)) known_.settled(session, *stamp);
}

} // namespace artifactd
