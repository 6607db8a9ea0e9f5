#include "daemon/commands/submit/dropping.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using Outcome = SubmitResult::Outcome;

bool signal_stands(Case const& chosen) {
  return stamp_at(chosen.session().directory(), layout::signal(chosen.signal)).has_value();
}

std::unexpected<Error> pending_already(Case const& chosen, std::string_view then) {
  return fail(Fault::exists, fmt::format("{} is pending already, and nothing was copied: {}",
                                         layout::signal(chosen.signal), then));
}

Result<Dropped> drop_once(Case const& chosen, std::vector<PlacedFile>& files, SubmitOptions const& options) {
  auto const& session = chosen.session();
  auto const& signal = chosen.signal;
  auto const claim = TRY(claim_soon(session));
  if (signal.kind.is_document())
    return Dropped{Followed::of(
        session, signal,
        TRY(FollowedDocument::write(claim, session, signal.kind, std::move(files.front().bytes))))};
  if (signal_stands(chosen)) return pending_already(chosen, "wait for it first");
  auto former = files.empty() ? std::vector<std::string>() : TRY(former_files(session, signal, files));
  TRY(place_files(claim, session, files));
  if (options.former == SubmitOptions::Former::go) {
    for (auto const& each : former)
      TRY(remove_name(session.directory(), each));
    former.clear();
  }
  return Dropped{Followed::of(session, signal, TRY(FollowedSignal::drop(session, signal))),
                 std::move(former)};
}

} // namespace

Result<Dropped> drop(Case const& chosen, std::vector<PlacedFile> files, SubmitOptions const& options) {
  for (;;) {
    auto dropped = drop_once(chosen, files, options);
    if (dropped || dropped.error().fault != Fault::exists || !options.queue) return dropped;
    auto earlier = TRY(unless_missing(Followed::find(chosen.session(), chosen.signal)));
    if (!earlier && signal_stands(chosen))
      return fail(Fault::unsafe, layout::signal(chosen.signal) + " is in the way: it is not a file");
    if (!earlier) continue; // it has just been settled
    auto const verdict = TRY(wait_for_verdict(chosen.config, chosen.named, *std::move(earlier), options));
    if (verdict.outcome == Outcome::pending || verdict.outcome == Outcome::unattended)
      return pending_already(chosen, verdict.reason);
  }
}

Result<void> place_before_signal(Case const& chosen, std::vector<PlacedFile> const& files) {
  auto const claim = TRY(claim_soon(chosen.session()));
  if (signal_stands(chosen)) return pending_already(chosen, "wait for it first");
  return place_files(claim, chosen.session(), files);
}

} // namespace artifactd
