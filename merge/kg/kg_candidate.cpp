#include "merge/kg/kg_candidate.hpp"

#include "merge/diagnose.hpp"
#include "merge/kg/log_position.hpp"

#include <algorithm>

namespace artifactd {

namespace {

Result<void> read_and_diagnose(Session const& session, KgPolicy const& policy, KgCandidate& candidate) {
  candidate.set = TRY(read_artifacts(session, candidate.agent(), policy.artifacts));
  TRY(resume_logs(session, candidate.agent(), candidate.set));
  candidate.mark("read");
  candidate.end.findings =
      TRY(diagnose(candidate.agent(), candidate.set, candidate.rules, policy.artifacts)).findings;
  candidate.mark("diagnosed");
  return {};
}

} // namespace

KgCandidate::KgCandidate(Sighting const& seen) : sighting(seen), end(seen.signal) {
  end.steps.push_back({"seen", seen.seen});
}

void KgCandidate::close(End how) {
  end.end = how;
  open = false;
}

void KgCandidate::postpone(Error const& error) {
  end.reason = error;
  close(End::pending);
}

bool KgCandidate::refused() const {
  return has_error(end.findings);
}

KgCandidate judge_kg(Session const& session, Sighting const& sighting, KgPolicy const& policy,
                     SettledSignals const& settled) {
  KgCandidate candidate(sighting);
  auto judged = [&]() -> Result<void> {
    candidate.before = TRY(verdict_on_record(session, sighting, settled));
    if (candidate.before.accepted) return {};
    candidate.rules = TRY(rules_for(candidate.agent(), policy));
    if (!candidate.before.refused) return read_and_diagnose(session, policy, candidate);
    candidate.end.findings = candidate.before.refused->findings;
    return {};
  }();
  if (!judged) candidate.postpone(judged.error());
  return candidate;
}

Result<SettledSignals> settled_kg(Session const& session, KgPolicy const& policy,
                                  std::vector<Sighting> const& sightings) {
  auto settled = TRY(settled_on_record(session));
  auto const place = locate_graph(session, policy.side);
  if (!place) return settled;
  auto const graph = stamp_at(place->directory.get(), place->name);
  auto const now = wall_now_ns();
  // A birth in the future tells that the clock was set back, and then times say nothing about the order.
  auto const made_since = [&](Sighting const& each) {
    return each.stamp.birth_ns > graph->changed_ns && each.stamp.birth_ns <= now;
  };
  if (!graph || !std::ranges::all_of(sightings, made_since))
    settled.add(TRY(settled_by_file(place->directory.get(), place->name)));
  return settled;
}

} // namespace artifactd
