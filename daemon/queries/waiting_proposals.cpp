#include "daemon/queries/waiting_proposals.hpp"

#include "agents/report/expiry.hpp"
#include "daemon/settling/policies.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <map>

namespace artifactd {

namespace {

using report::Proposal;

StuckRow proposal_row(Proposal const& proposal) {
  return {.state = StuckRow::State::trouble,
          .session = proposal.session,
          .file = layout::plays + "/" + proposal.play,
          .reason = fmt::format("proposal {}: {}", proposal.id, proposal.reason),
          .todo = "confirm the correction, or reject it",
          .next =
              fmt::format("artifactctl report confirm {} {}", shell_quoted(proposal.session), proposal.id),
          .actor = Actor::persons,
          .code = "proposal"};
}

} // namespace

std::vector<StuckRow> waiting_proposals(Config const& config, std::vector<SessionKey> const& sessions) {
  auto const policy = report_policy(config);
  auto book = report::ReportBook::open_to_look(policy.book);
  auto const open = book ? book->open_proposals() : Result<std::vector<Proposal>>();
  if (!book || !open) return {};
  std::map<std::string, SessionKey const*> by_path;
  for (auto const& key : sessions)
    by_path[full_path(key)] = &key;
  std::vector<StuckRow> rows;
  for (auto const& each : *open) {
    auto const key = by_path.find(each.session);
    if (key == by_path.end()) continue;
    auto const entered = enter_session(*key->second, config.served.kinds);
    if (entered && !has_expired(entered->session, each, policy)) rows.push_back(proposal_row(each));
  }
  return rows;
}

} // namespace artifactd
