#include "state/settle/on_record.hpp"

#include "state/settle/claim.hpp"

namespace artifactd {

Result<OnRecord> verdict_on_record(Session const& session, Sighting const& sighting,
                                   SettledSignals const& settled) {
  if (settled.hold(sighting)) return OnRecord{true, std::nullopt};
  return OnRecord{false, TRY(attempt_on_record(session, sighting))};
}

Result<bool> carry_out_on_record(Session const& session, Sighting const& sighting, std::string location,
                                 std::vector<std::string> requirements, RefusalPolicy const& policy,
                                 SignalEnd& end) {
  if (TRY(verdict_on_record(session, sighting, TRY(settled_on_record(session)))).none()) return false;
  auto const claim = TRY(Claim::take(session));
  auto const now = TRY(sight_again(session, sighting, end));
  if (!now) return true;
  end.mark("claimed");
  auto const before = TRY(verdict_on_record(session, *now, TRY(settled_on_record(session))));
  if (before.none()) return end.end = End::again, true;
  auto const verdict = before.accepted ? Verdict::accepted : Verdict::refused;
  if (before.refused) {
    end.findings = before.refused->findings;
    end.refusal = TRY(prepare_signal_refusal(
        session, *now, {before.refused->inputs, std::move(location), end.findings, std::move(requirements)},
        policy));
  }
  auto const retired = TRY(retire(session, *now, verdict, [] { return Result<bool>(true); }));
  end.mark("retired");
  end.end = end_of_retired(retired, verdict, before.accepted ? End::unchanged : End::refused);
  return true;
}

Result<Retired> retire_on_record(Session const& session, Sighting const& judged,
                                 std::string const& inputs_digest, InputsCheck const& as_judged) {
  SettledSignals settled;
  settled.add(judged, inputs_digest);
  TRY(record_settled(session, settled));
  auto retired = retire(session, judged, Verdict::accepted, as_judged);
  if (!retired || *retired == Retired::differs) TRY(unrecord_settled(session, judged));
  return retired;
}

} // namespace artifactd
