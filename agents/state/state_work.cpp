#include "agents/state/state_work.hpp"

#include "agents/state/fix_work.hpp"
#include "agents/state/guard.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/lease.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/input_file.hpp"
#include "state/settle/leftovers.hpp"
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
constexpr auto open_patience = std::chrono::seconds(5); // for a program that has it open but does not write
constexpr auto restless_patience = std::chrono::seconds(1);
constexpr auto hopeless_patience = std::chrono::seconds(10);
constexpr std::size_t restores_a_minute = 3;

/// How long the file must be unchanged to count as finished.
Duration needed_rest(Session const& session, Stamp const& stamp, Duration patience) {
  if (!is_plain_file(stamp)) return Duration::zero();
  auto file = open_beneath(session.directory(), layout::tuning_state, O_RDONLY | O_NONBLOCK);
  return file && somebody_writes(*std::move(file)) ? Duration(open_patience) : patience;
}

std::vector<Finding> findings_of(InputFile const& read, std::string const& file,
                                 std::optional<StateHistory::Good> const& good) {
  if (read.finding) return {*read.finding};
  auto findings = tuning::judge(file, read.bytes, good ? &good->state : nullptr).findings;
  put_errors_first(findings);
  return findings;
}

std::vector<std::string> const& state_requirements() {
  static std::vector<std::string> const requirements = {
      "state.json is one JSON object as `artifactctl state schema` describes it.",
      "Write it as a whole: under another name first, then rename that to state.json; or change it with "
      "`artifactctl state update`.",
      "`artifactctl state check NEW --against state.json` checks it before it is written."};
  return requirements;
}

/// What was read for judging.
struct ReadState {
  InputFile input;
  std::optional<StateHistory::Good> good;
  std::uint64_t newest = 0; ///< number of the newest state in the history
};

/// Of a state that this process has put in place; what somebody has written since is to be judged.
void remember_good(Session const& session, StateTools const& tools) {
  auto const stamp = stamp_at(session.directory(), layout::tuning_state);
  if (stamp && tuning::is_last_good(session, *stamp).value_or(false)) tools.known.settled(session, *stamp);
}

std::uint64_t newest(StateHistory const& history) {
  return history.newest() == nullptr ? 0 : history.newest()->number;
}

void look_later(Submission& each, Duration in) {
  each.end.again_in = in;
  each.close(End::again);
}

/// False while it may still be written; sets in `each` when to look again.
bool may_be_refused(Session const& session, Stamp const& stamp, Submission& each, StateTools const& tools) {
  auto rest = Duration(wall_now_ns() - stamp.changed_ns);
  auto needed = needed_rest(session, stamp, tools.policy.patience);
  if (rest < Duration::zero() || rest >= needed) return true;
  if (tools.known.restless(session, Monotonic::now()) < hopeless_patience)
    look_later(each, needed - rest);
  else
    each.postpone(
        {Fault::changed, fmt::format("{} keeps being written, and what was read of it is refused: {}",
                                     layout::tuning_state, each.end.findings.front().message)});
  return false;
}

Result<void> judge_in_place(Session const& session, Submission& each, StateTools const& tools) {
  auto input =
      read_input(session.directory(), layout::tuning_state, layout::tuning_state, tuning::longest_state);
  if (!input && input.error().fault == Fault::changed)
    return look_later(each, publishing_time), Result<void>();
  auto read = TRY(std::move(input));
  if (!read) return each.close(End::vanished), Result<void>();
  each.mark(Step::read);
  auto const history = TRY(StateHistory::open(session));
  auto good = TRY(history.last_good());
  auto const again = good && read->bytes == *good->state.text;
  if (again && !tuning::ends_refusal(session, read->stamp)) {
    tools.known.settled(session, read->stamp);
    return each.close(End::unchanged), Result<void>();
  }
  if (!again) each.end.findings = findings_of(*read, layout::tuning_state, good);
  each.mark(Step::diagnosed);
  if (each.refused() && !may_be_refused(session, read->stamp, each, tools)) return {};
  each.read = std::make_shared<ReadState const>(*std::move(read), std::move(good), newest(history));
  return {};
}

/// The answer to one state.
class StateAnswer {
public:
  StateAnswer(Session const& session, StateTools const& tools, CommitBatch& batch)
      : claim_(batch.claim), session_(session), tools_(tools), report_(batch.report) {}

  Result<void> give(Submission& each) {
    auto const& read = **std::any_cast<std::shared_ptr<ReadState const>>(&each.read);
    auto history = TRY(StateHistory::open(session_));
    if (!TRY(is_there(read.input.stamp)) || newest(history) != read.newest)
      return look_later(each, publishing_time), Result<void>();
    each.mark(Step::claimed);
    return each.refused() ? refuse(each, read) : accept(each, read.input, history);
  }

private:
  Result<bool> is_there(Stamp const& judged) const {
    auto const now = TRY(unless_missing(stamp_at(session_.directory(), layout::tuning_state)));
    return now && untouched(*now, judged);
  }

  /// Its writer may not have synced: after a power cut an older state beside a newer accepted one would be
  /// refused. False if it was replaced meanwhile.
  Result<bool> make_durable(Stamp const& judged) const {
    auto const file = TRY(open_beneath(session_.directory(), layout::tuning_state, O_RDONLY | O_NONBLOCK));
    if (!same_file(TRY(stamp_of(file.get())), judged)) return false;
    if (::fsync(file.get()) < 0) return fail(errno_error("fsync", layout::tuning_state));
    TRY(sync_directory(session_.directory()));
    return true;
  }

  Result<void> accept(Submission& each, InputFile const& input, StateHistory& history) {
    if (!TRY(make_durable(input.stamp))) return look_later(each, publishing_time), Result<void>();
    forget_counted(session_, state_signal(), tools_.refusal);
    each.end.generation =
        TRY(tuning::accept_state(claim_, session_, history, input.bytes, tools_.policy.history));
    tools_.known.settled(session_, input.stamp);
    each.mark(Step::kept);
    each.close(End::merged);
    return {};
  }

  Result<void> refuse(Submission& each, ReadState const& read) {
    auto const& input = read.input;
    auto why_not = why_not_restored(input.stamp, read.good.has_value());
    if (!why_not.empty()) TRY(keep_copy(input)); // its writer goes on and will overwrite it
    auto location = why_not.empty() ? layout::refused(state_signal()) : layout::tuning_state;
    for (auto& finding : each.end.findings)
      finding.file = location;
    auto inputs = input.finding ? input.finding->code : Digest().add(input.bytes).hex();
    Judged const judged{inputs, location, each.end.findings, state_requirements(),
                        why_not.empty() ? Left::aside : Left::in_place};
    auto seen = each.sighting;
    seen.stamp = input.stamp;
    each.end.refusal = TRY(prepare_refusal(session_, seen, judged, tools_.refusal));
    if (why_not.empty()) {
      if (!TRY(restore(input.stamp, *read.good->state.text)))
        return look_later(each, publishing_time), Result<void>();
      each.mark(Step::restored);
    } else {
      tools_.known.settled(session_, input.stamp);
      if (each.end.is_news())
        report_.notices.push_back(
            fmt::format("{} was refused and left as it is: {}", layout::tuning_state, why_not));
    }
    each.close(End::refused);
    return {};
  }

  /// The instructions will be about the file in place: what was refused before goes into the history.
  Result<void> keep_copy(InputFile const& read) {
    TRY(tuning::put_refused_by(claim_, session_));
    auto history = TRY(StateHistory::open(session_));
    auto const* newest = history.newest();
    if (read.finding || (newest != nullptr && history.text(*newest).value_or("") == read.bytes)) return {};
    TRY(history.keep(read.bytes, tuning::Standing::refused));
    return history.prune(tools_.policy.history);
  }

  std::string why_not_restored(Stamp const& stamp, bool good) const {
    if (tools_.policy.on_invalid == StatePolicy::OnInvalid::report) return "the configuration says so";
    if (!good) return "no state of this session was accepted before";
    if (!is_plain_file(stamp)) return "it is not a file that can be replaced";
    if (tools_.known.restores(session_, Monotonic::now()) >= restores_a_minute)
      return fmt::format("{} of them were replaced within a minute, and its writer keeps writing",
                         restores_a_minute);
    return "";
  }

  /// False if it was written meanwhile.
  Result<bool> restore(Stamp const& refused, std::string const& text) {
    auto former = TRY(tuning::exchange_state(claim_, session_, layout::restore_tag, refused, text));
    if (!former) return false;
    TRY(tuning::set_aside(claim_, session_, TRY(session_.private_directory(layout::work)).get(), *former));
    tools_.known.restored(session_, Monotonic::now());
    remember_good(session_, tools_);
    if (auto history = StateHistory::open(session_)) std::ignore = history->prune(tools_.policy.history);
    return true;
  }

  Claim const& claim_;
  Session const& session_;
  StateTools const& tools_;
  SettleReport& report_;
};

/// Whether the state in place, which is the last good one, has fixes to work on.
Result<bool> is_wanted(Session const& session, FixPolicy const& fixes) {
  if (fixes.target_root.empty()) return false;
  auto good = TRY(TRY(StateHistory::open(session)).last_good());
  return good && wants_fixing(session, fixes, good->state);
}

/// Another process may have been killed during it meanwhile.
Result<bool> was_cut_short(Session const& session, FixPolicy const& fixes) {
  if (fixes.target_root.empty()) return false;
  auto good = TRY(TRY(StateHistory::open(session)).last_good());
  return good && is_cut_short(fixes, good->state);
}

Readiness readiness(Session const& session, Sighting const& sighting, StateTools const& tools) {
  auto const& stamp = sighting.stamp;
  if (tools.policy.on_invalid == StatePolicy::OnInvalid::ignore) return Readiness::settled;
  if (tools.known.is_settled(session, stamp))
    return was_cut_short(session, tools.fixes).value_or(false) ? Readiness::ready : Readiness::settled;
  if (tuning::is_last_good(session, stamp).value_or(false)) {
    if (is_wanted(session, tools.fixes).value_or(false) || tuning::ends_refusal(session, stamp))
      return Readiness::ready;
    tools.known.settled(session, stamp);
    return Readiness::settled;
  }
  auto resting = !still_fresh(stamp) || tools.known.restless(session, Monotonic::now()) >= restless_patience;
  return resting ? Readiness::ready : Readiness::early;
}

/// Judges state.json.error, as a step from the last good state.
Result<void> judge_refused(Session const& session, Submission& each) {
  auto file = layout::refused(state_signal());
  auto read = TRY(read_input(session.directory(), file, file, tuning::longest_state));
  if (!read) return fail(Fault::missing, "there is no " + file + " in " + session.shown());
  each.end.findings = findings_of(*read, file, TRY(TRY(StateHistory::open(session)).last_good()));
  return {};
}

/// Works on the pending fixes of an accepted state. Takes the claim itself.
void work_on(Session const& session, StateTools const& tools, SettleReport& report) {
  if (!is_wanted(session, tools.fixes).value_or(false)) return;
  auto done = work_on_fixes(session, tools.fixes);
  for (auto const& outcome : done.outcomes)
    report.notices.push_back(to_text(outcome));
  if (done.trouble) report.notices.push_back(done.trouble->message);
  remember_good(session, tools);
}

Result<void> commit(Session const& session, CommitBatch& batch, StateTools const& tools) {
  if (batch.submissions.empty()) return tuning::recover_state(batch.claim, session);
  StateAnswer answer(session, tools, batch);
  for (auto* each : batch.submissions)
    TRY(answer.give(*each));
  return {};
}

} // namespace

KindOfWork state_work(StateTools const& tools) {
  return {
      .kind = state_kind,
      .claim_patience = claim_wait,
      .recovers = true,
      .readiness = [tools](Session const& session, Sighting const& sighting,
                           Published) { return readiness(session, sighting, tools); },
      .judge =
          [tools](Session const& session, Submission& each, Purpose purpose) {
            each.afterwards = [&session, &each, tools](SettleReport& report) {
              if (each.end.end == End::merged || each.end.end == End::unchanged)
                work_on(session, tools, report);
            };
            return purpose == Purpose::settling ? judge_in_place(session, each, tools)
                                                : judge_refused(session, each);
          },
      .commit = [tools](Session const& session, CommitBatch& batch) { return commit(session, batch, tools); },
      .requirements = [](Session const&, Name const&) -> Result<std::vector<std::string>> {
        return state_requirements();
      }};
}

} // namespace artifactd
