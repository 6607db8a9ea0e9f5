#include "agents/report/decision_work.hpp"

#include "agents/report/correcting.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/identity.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using report::Confirm;
using report::Proposal;
using report::ReportBook;
using report::ReportPolicy;

constexpr auto deciding_patience = std::chrono::seconds(10); // others hold the claim for milliseconds
constexpr auto* by_signal = "signal";

Finding decision_finding(std::string_view code, std::string message, std::string hint) {
  return {.code = std::string(code),
          .tier = std::ranges::find(decision_codes, code, &FindingCode::code)->tier,
          .message = std::move(message),
          .hint = std::move(hint)};
}

Result<std::optional<Proposal>> proposal_of(Session const& session, Name const& id,
                                            ReportPolicy const& policy) {
  return answer_as_self([&]() -> Result<std::optional<Proposal>> {
    return TRY(ReportBook::open(policy.book)).proposal(session.shown(), id.str());
  });
}

/// The wanted state of a proposal.
struct Decision {
  Proposal::State wanted;

  Result<void> judge(Session const& session, Submission& each, ReportPolicy const& policy) const {
    each.inputs = hex(sha256(each.name().str()));
    each.as_judged = [] { return Result<bool>(true); }; // there is only the id
    auto& findings = each.end.findings;
    if (policy.confirm != Confirm::file) {
      findings.push_back(
          decision_finding("decision.not_allowed", "signals cannot decide corrections here",
                           "The operator can allow it with confirm = \"file\" in [play]. Otherwise: "
                           "artifactctl report confirm SESSION ID."));
      return {};
    }
    auto const proposal = TRY(proposal_of(session, each.name(), policy));
    if (!proposal) {
      findings.push_back(decision_finding(
          "decision.no_proposal", fmt::format("there is no proposal '{}' in this session", each.name().str()),
          "The answer to a report gives the id as proposal.id."));
      return {};
    }
    judge_state(*proposal, each);
    return {};
  }

  void judge_state(Proposal const& proposal, Submission& each) const {
    if (proposal.state == wanted)
      each.how = End::unchanged;
    else if (proposal.state != Proposal::State::open)
      each.end.findings.push_back(decision_finding(
          "decision.closed", fmt::format("the proposal is {} already", word_of(proposal.state)),
          "If something is still wrong, report it again."));
  }

  Result<void> commit(Session const& session, Submission& each, ReportPolicy const& policy) const {
    if (each.how == End::unchanged) return {};
    // Others decide under the claim, which is held only now.
    auto const proposal = TRY(proposal_of(session, each.name(), policy));
    if (!proposal) return fail(Fault::missing, "the proposal is gone");
    judge_state(*proposal, each);
    if (proposal->state != Proposal::State::open) return {};
    auto book = TRY(answer_as_self([&] { return ReportBook::open(policy.book); }));
    auto const done = wanted == Proposal::State::confirmed
                          ? report::confirm(session, book, *proposal, by_signal, policy)
                          : answer_as_self([&] { return book.close(*proposal, wanted, by_signal); });
    if (done) return {};
    auto const& error = done.error();
    if (error.fault == Fault::changed || error.fault == Fault::exists)
      each.end.findings.push_back(decision_finding("decision.closed", error.message, "Report it again."));
    else if (error.fault == Fault::invalid)
      each.end.findings.push_back(decision_finding("decision.impossible", error.message, "Report it again."));
    else
      return done; // a host holds the play, or the machine is in trouble: retry later
    return {};
  }

  [[nodiscard]] KindOfWork work(Kind const& kind, ReportPolicy const& policy) const {
    return {.kind = kind,
            .claim_patience = deciding_patience,
            .judge = [*this, &policy](Session const& session, Submission& each,
                                      Purpose) { return judge(session, each, policy); },
            .commit = [*this, &policy](Session const& session, CommitBatch& batch) -> Result<void> {
              for (auto* each : batch.submissions)
                TRY(commit(session, *each, policy));
              return {};
            },
            .requirements = [](Session const&, Name const&) -> Result<std::vector<std::string>> {
              return std::vector<std::string>{"Name the signal after the id of an open proposal."};
            }};
  }
};

} // namespace

KindOfWork confirm_work(ReportPolicy const& policy) {
  return Decision{Proposal::State::confirmed}.work(confirm_kind, policy);
}

KindOfWork reject_work(ReportPolicy const& policy) {
  return Decision{Proposal::State::rejected}.work(reject_kind, policy);
}

} // namespace artifactd
