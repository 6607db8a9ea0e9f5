#include "state/settle/kind_of_work.hpp"

namespace artifactd {

Submission::Submission(Sighting const& seen, Round now) : sighting(seen), round(now), end(seen.signal) {
  end.steps.push_back({Step::seen, seen.seen});
}

void Submission::close(End as) {
  end.end = as;
  open = false;
}

void Submission::postpone(Error const& error) {
  end.reason = error;
  close(End::pending);
}

bool Submission::refused() const {
  return has_error(end.findings);
}

Readiness readiness_of(KindOfWork const& work, Session const& session, Sighting const& sighting,
                       Published published) {
  if (work.readiness) return work.readiness(session, sighting, published);
  return published == Published::unknown && still_fresh(sighting.stamp) ? Readiness::early : Readiness::ready;
}

Result<std::vector<Finding>> diagnose_work(KindOfWork const& work, Session const& session,
                                           SignalName const& signal) {
  Submission asked({signal, {}, Monotonic::now()}, Round::last);
  TRY(work.judge(session, asked, Purpose::diagnosing));
  return std::move(asked.end.findings);
}

} // namespace artifactd
