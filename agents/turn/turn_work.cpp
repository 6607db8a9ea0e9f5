#include "agents/turn/turn_work.hpp"

#include "agents/turn/lost_turn.hpp"
#include "agents/turn/mirror/mirrored_change.hpp"
#include "agents/turn/store/commit.hpp"
#include "agents/turn/turn_change.hpp"
#include "agents/turn/turn_files.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "agents/turn/turn_result.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using turn::Change;
using turn::Prepared;
using turn::StoryPlace;
using turn::TurnRequest;

constexpr auto retiring_patience = std::chrono::seconds(10); // others hold the claim only for milliseconds
constexpr auto moved_again_in = std::chrono::milliseconds(50);

/// A request and what is ready to be written for it.
struct Work {
  TurnRequest request;
  Prepared prepared;
};

StoryPlace place_of(Session const& session) {
  return {turn::story_directory({}, session.shown(), session.stamp()), session.shown()};
}

Result<void> judge(Session const& session, Submission& each, Purpose purpose, TurnTools const& tools) {
  auto const work = std::make_shared<Work>(Work{TRY(turn::read_turn_request(session, each.name())), {}});
  each.mark(Step::read);
  each.end.findings = work->request.findings;
  each.inputs = work->request.digest;
  each.location = work->request.path;
  each.as_judged = [&session, work] { return still_the_same(session, work->request, turn::longest_request); };
  if (!work->request.order || purpose == Purpose::diagnosing) return {};
  auto const store = TRY(tools.store.at(tools.policy.database));
  auto const signal = each.sighting.signal;
  auto const tell = [&](turn::Progress const& progress) {
    if (tools.tell) tools.tell(session, signal, progress);
  };
  auto const place = place_of(session);
  if (auto denied = turn::denial(session, work->request)) {
    each.end.findings.push_back(*std::move(denied));
    return {};
  }
  if (auto lost = TRY(turn::lost_turn(*store, session, work->request, each.name()))) {
    each.end.findings.push_back(*std::move(lost));
    return {};
  }
  auto prepared = turn::prepare(*store, tools.policy, place, work->request, {tell, tools.stopping});
  if (!prepared && prepared.error().fault == Fault::changed) {
    each.end.again_in = moved_again_in;
    each.close(End::again);
    return {};
  }
  work->prepared = TRY(std::move(prepared));
  each.mark(Step::played);
  each.end.findings.insert(each.end.findings.end(), work->prepared.findings.begin(),
                           work->prepared.findings.end());
  each.read = work;
  return {};
}

/// Runs after the result is written and never makes it fail. Also runs for a step that was written before,
/// because its process may have ended before this.
void mirror(Session const& session, Work const& work, std::string const& result, TurnTools const& tools) {
  auto const done = [&]() -> Result<void> {
    auto const store = TRY(tools.store.at(tools.policy.database));
    return turn::mirror_change(*store, tools.policy.mirror, work.request.order->what, result);
  }();
  if (!done && tools.not_mirrored) tools.not_mirrored(session, done.error().message);
}

Result<void> commit(Session const& session, Submission& each, TurnTools const& tools) {
  auto const& work = **std::any_cast<std::shared_ptr<Work>>(&each.read);
  auto result = work.prepared.answered;
  if (result) {
    each.how = End::unchanged;
  } else {
    auto const store = TRY(tools.store.at(tools.policy.database));
    auto written = TRY(turn::write_change(*store, place_of(session), work.request, work.prepared));
    TRY(tools.store.at(tools.policy.database)); // its file may be gone by now, and the change with it
    if (written.change == Change::stale) {
      each.end.again_in = moved_again_in;
      each.close(End::again);
      return {};
    }
    each.end.findings.insert(each.end.findings.end(), written.findings.begin(), written.findings.end());
    if (each.refused()) return {};
    result = std::move(written.result);
  }
  if (work.request.order->what == turn::Do::forget)
    result = turn::with_left(*result, TRY(turn::remove_turn_files(session, each.name())));
  TRY(replace_file(session, layout::turn_result_of(each.name()), *result));
  each.mark(Step::published);
  mirror(session, work, *result, tools);
  return {};
}

} // namespace

KindOfWork turn_work(TurnTools tools) {
  auto const shared = std::make_shared<TurnTools const>(std::move(tools));
  return {.kind = turn_kind,
          .claim_patience = retiring_patience,
          .judge = [shared](Session const& session, Submission& each,
                            Purpose purpose) { return judge(session, each, purpose, *shared); },
          .commit = [shared](Session const& session, CommitBatch& batch) -> Result<void> {
            for (auto* each : batch.submissions)
              TRY(commit(session, *each, *shared));
            return {};
          },
          .requirements = [](Session const&, Name const&) -> Result<std::vector<std::string>> {
            return turn::turn_requirements();
          }};
}

} // namespace artifactd
