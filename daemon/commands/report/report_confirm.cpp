#include "agents/report/correcting.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/play/play_decision.hpp"
#include "daemon/settling/policies.hpp"
#include "state/platform/identity.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using report::Proposal;
using report::ReportBook;

Result<void> act(Session const& session, ReportBook& book, Proposal const& proposal,
                 ReportOptions const& options, report::ReportPolicy const& policy, std::string const& by) {
  switch (options.what) {
  case ReportOptions::What::confirm:
    return report::confirm(session, book, proposal, by, policy);
  case ReportOptions::What::undo:
    return report::undo(session, book, proposal, by, static_cast<report::Undo>(options.undo));
  default:
    if (proposal.state != Proposal::State::open)
      return fail(Fault::exists, fmt::format("the proposal is {} already", word_of(proposal.state)));
    return book.close(proposal.id, Proposal::State::rejected, by);
  }
}

Result<Exit> decided(Cli const& cli, Config const& config, ReportOptions const& options) {
  auto const policy = report_policy(config);
  auto const named = TRY(session_argument(config, options.session));
  TRY(allow_decision(config, named.session));
  auto book = TRY(answer_as_self([&] { return ReportBook::open(policy.book); }));
  auto const proposal = TRY(book.proposal(named.session.shown(), options.name));
  if (!proposal)
    return fail(Fault::missing,
                fmt::format("there is no proposal '{}' in this session; artifactctl report list shows "
                            "them all",
                            printable(options.name)));
  auto const claim = TRY(claim_soon(named.session));
  TRY(act(named.session, book, *proposal, options, policy, decided_by_user()));
  auto const now = TRY(book.proposal(named.session.shown(), options.name));
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"proposal", to_json(*now)}});
  else
    fmt::print("{}: {}\n", now->id, word_of(now->state));
  return Exit::ok;
}

} // namespace

Exit report_confirm_command(Cli const& cli, ReportOptions const& options) {
  auto const config = configuration(cli);
  if (!config) return config.error();
  auto const exit = decided(cli, *config, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
