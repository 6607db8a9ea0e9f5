#include "state/settle/settle_work.hpp"

#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/kept_warnings.hpp"
#include "state/settle/leftovers.hpp"

#include <algorithm>
#include <cerrno>
#include <ranges>
#include <tuple>

namespace artifactd {

namespace {

std::vector<Sighting> sightings_of(std::vector<Submission> const& submissions) {
  std::vector<Sighting> sightings;
  for (auto const& each : submissions)
    sightings.push_back(each.sighting);
  return sightings;
}

void judge(Session const& session, KindOfWork const& work, SettledSignals const& settled, Submission& each) {
  auto const judged = [&]() -> Result<void> {
    if (!work.kind.is_document()) each.before = TRY(verdict_on_record(session, each.sighting, settled));
    if (each.before.none()) return work.judge(session, each, Purpose::settling);
    if (!each.before.refused) return {};
    each.end.findings = each.before.refused->findings;
    each.inputs = each.before.refused->inputs;
    return {};
  }();
  if (!judged) each.postpone(judged.error());
  put_errors_first(each.end.findings);
}

/// Before the claim, another process may have settled the signal, or its agent may have resubmitted it.
Result<void> look_again(Session const& session, Submission& each) {
  auto const now = TRY(sight_again(session, each.sighting, each.end));
  if (!now) return each.close(each.end.end), Result<void>();
  if (!each.before.none()) {
    auto const settled = TRY(settled_signals(session, now->signal.kind, {*now}));
    each.before = TRY(verdict_on_record(session, *now, settled));
    if (each.before.none()) return each.close(End::again), Result<void>();
    if (each.before.accepted) TRY(sync_record(session));
  }
  each.sighting.stamp = now->stamp; // a rename away and back changes its ctime
  each.mark(Step::claimed);
  return {};
}

/// If the commit itself does not record the signals as settled, the record does: durable before the first
/// signal is removed.
Result<void> record(Session const& session, CommitBatch const& batch) {
  SettledSignals settled;
  for (auto const* each : batch.submissions)
    if (each->merges()) settled.add(each->sighting, each->inputs);
  return batch.recorded || settled.empty() ? Result<void>() : record_settled(session, settled);
}

Result<void> accept(Claim const& claim, Session const& session, RefusalPolicy const& policy,
                    Submission& each) {
  auto const judged = each.before.none();
  // Before the signal is gone, when who waits for it looks. It is only told, so that its failure delays
  // nothing.
  if (judged && !each.end.findings.empty())
    std::ignore = keep_warnings(claim, session, each.sighting, each.end.findings);
  forget_counted(session, each.sighting.signal, policy);
  auto const as_judged = judged ? each.as_judged : InputsCheck([] { return Result<bool>(true); });
  auto const retired = retire(claim, session, each.sighting, Verdict::accepted, as_judged);
  each.mark(Step::retired);
  // A signal that is still there, or was moved away and may come back, must be judged again: no list may say
  // that it was settled. After an error it may be gone, perhaps for another one, and then recovery finishes.
  auto const stays = [&] {
    if (retired) return *retired != Retired::done;
    auto const now = stamp_at(session.directory(), layout::signal(each.sighting.signal));
    return now ? same_file(*now, each.sighting.stamp) : now.error().fault != Fault::missing;
  };
  if (judged && stays()) TRY(unlist_signal(session, each.sighting));
  each.close(end_of_retired(TRY(retired), Verdict::accepted, judged ? each.how : End::unchanged));
  return {};
}

Result<void> refuse(Claim const& claim, Session const& session, KindOfWork const& work,
                    RefusalPolicy const& policy, Submission& each) {
  auto location = each.location.empty() ? layout::inputs_of(each.sighting.signal) : each.location;
  each.end.refusal = TRY(prepare_signal_refusal(
      claim, session, each.sighting,
      {each.inputs, std::move(location), each.end.findings, TRY(work.requirements(session, each.name()))},
      policy));
  auto const as_judged = each.before.none() ? each.as_judged : InputsCheck([] { return Result<bool>(true); });
  auto const retired = TRY(retire(claim, session, each.sighting, Verdict::refused, as_judged));
  each.mark(Step::retired);
  each.close(end_of_retired(retired, Verdict::refused, End::refused));
  return {};
}

void commit(Session const& session, KindOfWork const& work, std::vector<Submission>& submissions,
            CommitBatch& batch) {
  for (auto& each : submissions)
    if (work.kind.is_document() ? each.open : each.merges()) batch.submissions.push_back(&each);
  auto committed = batch.submissions.empty() ? Result<void>() : work.commit(session, batch);
  if (committed && !work.kind.is_document()) committed = record(session, batch);
  for (auto* each : batch.submissions)
    if (!committed && each->open) each->postpone(committed.error());
}

/// Read and judged → claimed → looked at again → committed → answered. A document is answered by its commit.
Result<void> settle(Session const& session, std::vector<Submission>& submissions, KindOfWork const& work,
                    RefusalPolicy const& refusal, SettleReport& report) {
  auto const is_open = [](Submission const& each) { return each.open; };
  auto const sightings = sightings_of(submissions);
  auto const before = TRY(settled_signals(session, work.kind, sightings));
  for (auto& each : submissions)
    judge(session, work, before, each);
  auto const judged = std::ranges::any_of(submissions, is_open);
  if (!judged && !(work.recovers && (submissions.empty() || TRY(has_leftovers(session))))) return {};

  auto const claim = TRY(Claim::take_soon(session, judged ? work.claim_patience : Duration::zero()));
  CommitBatch recovery{claim, {}, report};
  if (work.recovers) TRY(work.commit(session, recovery));
  if (!work.kind.is_document())
    for (auto& each : submissions | std::views::filter(is_open))
      if (auto looked = look_again(session, each); !looked) each.postpone(looked.error());

  CommitBatch batch{claim, {}, report};
  commit(session, work, submissions, batch);
  for (auto& each : submissions | std::views::filter(is_open)) {
    auto const answered =
        each.refused() ? refuse(claim, session, work, refusal, each) : accept(claim, session, refusal, each);
    if (!answered) each.postpone(answered.error());
  }
  if (auto const& tidying = batch.afterwards ? batch.afterwards : recovery.afterwards) tidying();
  return {};
}

/// The same, with the remedy, for want of the right to write in the session.
Error explained(Session const& session, Error error) {
  if (error.code == EPERM) return not_permitted(session, std::move(error));
  if (error.code != EACCES) return error;
  auto denied = may_write(session);
  return denied ? error : std::move(denied).error();
}

} // namespace

SettleReport settle_work(Session const& session, std::vector<Sighting> const& sightings,
                         KindOfWork const& work, RefusalPolicy const& refusal, Round round,
                         BatchSettled const& batch_settled) {
  SettleReport report;
  for (std::size_t at = 0; at == 0 || at < sightings.size(); at += work.batch) {
    std::vector<Submission> submissions;
    for (auto i = at; i < std::min(at + work.batch, sightings.size()); ++i)
      submissions.emplace_back(sightings[i], round);
    auto const settled = settle(session, submissions, work, refusal, report);
    if (!settled) report.trouble = explained(session, settled.error());
    auto const before = report.signals.size();
    for (auto& each : submissions) {
      if (!settled && each.open) each.postpone(settled.error());
      if (each.end.reason) each.end.reason = explained(session, *std::move(each.end.reason));
      if (each.afterwards) each.afterwards(report);
      report.signals.push_back(std::move(each.end));
    }
    if (batch_settled) batch_settled(std::span(report.signals).subspan(before));
  }
  return report;
}

} // namespace artifactd
