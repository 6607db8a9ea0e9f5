#include "daemon/interventions/decision.hpp"

#include "agents/report/correcting.hpp"
#include "daemon/interventions/case.hpp"
#include "daemon/settling/policies.hpp"
#include "state/platform/identity.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

using report::Proposal;
using report::ReportBook;

Result<void> change(Config const& config, Session const& session, ReportBook& book, Proposal const& proposal,
                    Decision decision, std::string const& by) {
  switch (decision) {
  case Decision::confirm:
    return report::confirm(session, book, proposal, by, report_policy(config));
  case Decision::undo_by_inverse:
    return report::undo(session, book, proposal, by, report::Undo::by_inverse);
  case Decision::undo_by_restart:
    return report::undo(session, book, proposal, by, report::Undo::by_restart);
  default:
    if (proposal.state != Proposal::State::open)
      return fail(Fault::exists, fmt::format("the proposal is {} already", word_of(proposal.state)));
    return book.close(proposal, Proposal::State::rejected, by);
  }
}

} // namespace

Result<void> allow_decision(Config const& config, Session const& session) {
  if (report::may_confirm(report_policy(config), ::geteuid(), session.stamp().owner)) return {};
  return fail(Fault::forbidden,
              "you own this session, and its owner may not decide about its plays. To allow it, "
              "the operator sets confirm = \"owner\" in [play]");
}

Result<Json> decide_proposal(Config const& config, Session const& session, std::string const& id,
                             Decision decision, std::string const& by) {
  TRY(allow_decision(config, session));
  auto book = TRY(answer_as_self([&] { return ReportBook::open(report_policy(config).book); }));
  auto const claim = TRY(claim_soon(session)); // first: others decide under it
  auto const proposal = TRY(book.proposal(session.shown(), id));
  if (!proposal)
    return fail(Fault::missing,
                fmt::format("there is no proposal '{}' in this session; artifactctl report list shows "
                            "them all",
                            printable(id)));
  TRY(change(config, session, book, *proposal, decision, by));
  auto const now = TRY(book.proposal(session.shown(), id));
  return Json{{"version", 1}, {"proposal", to_json(*now)}};
}

} // namespace artifactd
