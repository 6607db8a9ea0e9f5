#include "daemon/interventions/dropping.hpp"

#include "daemon/queries/odd_file.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

Result<void> nothing_is_pending(Case const& chosen) {
  auto const file = layout::signal(chosen.signal);
  if (!stamp_at(chosen.session().directory(), file)) return {};
  auto ignored = why_ignored(chosen.session(), file);
  if (!ignored.empty()) return fail(Fault::busy, std::move(ignored));
  return fail(pending_already(chosen, "wait for it first"));
}

} // namespace

Error pending_already(Case const& chosen, std::string_view then) {
  return {Fault::exists, fmt::format("{} is pending already, and nothing was copied: {}",
                                     layout::signal(chosen.signal), then)};
}

Result<Dropped> drop_now(Case const& chosen, std::vector<PlacedFile> const& files, FormerFiles treatment) {
  auto const& session = chosen.session();
  auto const& signal = chosen.signal;
  TRY(may_write(session)); // or what is placed below it stays there, without a signal
  auto const claim = TRY(claim_soon(session));
  if (signal.kind.is_document()) {
    if (files.size() != 1) return fail(Fault::invalid, "a document is submitted as one file");
    return Dropped{Followed::of(
        session, signal, TRY(FollowedDocument::write(claim, session, signal.kind, files.front().bytes)))};
  }
  TRY(nothing_is_pending(chosen));
  auto former = files.empty() ? std::vector<std::string>() : TRY(former_files(session, signal, files));
  TRY(place_files(claim, session, files));
  if (treatment == FormerFiles::remove) {
    for (auto const& each : former)
      TRY(remove_name(session.directory(), each));
    former.clear();
  }
  auto followed = FollowedSignal::drop(session, signal);
  // Somebody else's, made a moment ago: it submits these files, too.
  if (!followed && followed.error().fault == Fault::exists) followed = FollowedSignal::find(session, signal);
  return Dropped{Followed::of(session, signal, TRY(std::move(followed))), std::move(former)};
}

Result<void> place_before_signal(Case const& chosen, std::vector<PlacedFile> const& files) {
  TRY(may_write(chosen.session()));
  auto const claim = TRY(claim_soon(chosen.session()));
  TRY(nothing_is_pending(chosen));
  return place_files(claim, chosen.session(), files);
}

} // namespace artifactd
