#include "daemon/commands/submit/dropping.hpp"

namespace artifactd {

Result<Dropped> drop(Case const& chosen, std::vector<PlacedFile> const& files, SubmitOptions const& options) {
  using Outcome = SubmitResult::Outcome;
  for (;;) {
    auto dropped = drop_now(chosen, files, options.former);
    if (dropped || dropped.error().fault != Fault::exists || !options.queue) return dropped;
    auto earlier = TRY(unless_missing(Followed::find(chosen.session(), chosen.signal)));
    if (!earlier) continue; // it has just been settled
    auto const verdict = TRY(wait_for_verdict(chosen.config, chosen.named, *std::move(earlier), options));
    if (verdict.outcome == Outcome::pending || verdict.outcome == Outcome::unattended)
      return fail(pending_already(chosen, verdict.reason));
  }
}

} // namespace artifactd
