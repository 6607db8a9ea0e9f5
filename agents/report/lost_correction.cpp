#include "agents/report/lost_correction.hpp"

#include "agents/report/play_repair.hpp"
#include "agents/report/played.hpp"
#include "agents/report/report_book.hpp"
#include "merge/play/record/correction.hpp"
#include "merge/play/record/record_walk.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::report {

namespace {

/// The proposal whose correction is among the unseen lines.
std::optional<Proposal> lost_among(std::vector<Proposal> const& proposals, play::Record const& record,
                                   play::UnseenLines const& unseen) {
  for (auto const& line : record.lines) {
    if (line.step <= unseen.since || line.step >= unseen.step) continue;
    if (line.kind != play::RecordLine::Kind::correction) continue;
    auto const id = line.more.value("proposal", Value());
    for (auto const& each : proposals)
      if (id == each.id && each.play == record.meta.id && each.state == Proposal::State::confirmed)
        return each;
  }
  return std::nullopt;
}

} // namespace

Result<std::string> offer_again(Session const& session, Name const& play, play::UnseenLines const& unseen,
                                ReportPolicy const& policy) {
  auto const proposals = TRY(answer_as_self([&]() -> Result<std::vector<Proposal>> {
    return TRY(ReportBook::open(policy.book)).proposals(session.shown());
  }));
  auto const played = TRY(read_play(session, play));
  auto lost = lost_among(proposals, played.record, unseen);
  if (!lost || played.record.state.is_null()) return std::string();
  game::Game const game(played.files);
  play::RecordWalk walk(game, played.record.meta.players);
  for (auto const& line : played.record.judged())
    static_cast<void>(walk.take(line));
  auto again = *lost;
  again.base = walk.digest();
  again.found = play::state_digest(played.record.state);
  if (again.found == again.base) return std::string();
  again.ops = play::operations_between(played.record.state, walk.state());
  again.restart = 0;
  again.after = played.record.lines.back().step;
  again.reason =
      fmt::format("step {} was written by a host that had not seen the correction {}", unseen.step, lost->id);
  again.made = wall_now_ns() / 1'000'000'000;
  again.state = Proposal::State::open;
  again.by.clear();
  again.id =
      short_digest(fmt::format("{}\n{}\n{}\n{}", lost->id, again.base, again.found, compact(again.ops)));
  TRY(answer_as_self([&]() -> Result<void> { return TRY(ReportBook::open(policy.book)).propose(again); }));
  return again.id;
}

std::string two_hosts(play::UnseenLines const& found, std::string const& offered) {
  return fmt::format("Step {} was written by a host that had not seen the steps after {}{}{}", found.step,
                     found.since, offered.empty() ? "" : "; the correction it lost is proposed again as ",
                     offered);
}

} // namespace artifactd::report
