#include "state/settle/refusal.hpp"

#include <algorithm>

namespace artifactd {

namespace {

Tier tier_of(std::vector<Finding> const& findings) {
  auto error = std::ranges::find(findings, Severity::error, &Finding::severity);
  return error == findings.end() ? Tier::semantic : error->tier;
}

bool is_hint(Spending const& spending) {
  return !spending.failure;
}

} // namespace

std::vector<Spending> spendings(AttemptLog const& log, std::vector<Spending> const& journal) {
  auto hints = std::ranges::count_if(journal, is_hint);
  if (std::ssize(journal) - hints >= std::ssize(log.attempts)) return journal;
  std::vector<Spending> spent;
  for (auto const& attempt : log.attempts)
    spent.push_back({attempt.tier});
  spent.resize(spent.size() + static_cast<std::size_t>(hints));
  return spent;
}

Result<Refused> prepare_refusal(Session const& session, Sighting const& sighting, Judged const& judged,
                                RefusalPolicy const& policy) {
  auto tier = tier_of(judged.findings);
  auto log = with_attempt(TRY(load_attempts(session, sighting.signal)), sighting, judged.inputs, tier,
                          judged.findings);
  std::vector<Spending> journal;
  if (policy.count) journal = TRY(policy.count(sighting.signal, log.attempts.back().key, tier));
  Budget budget(policy.budget, spendings(log, journal));
  auto& number = log.attempts.back().number;
  number = std::max(number, budget.used());
  TRY(save_attempts(session, sighting.signal, log));
  auto next = !budget.spent() && policy.can_reinvoke && policy.can_reinvoke(sighting.signal) ? Next::reinvoke
                                                                                             : Next::person;
  Refused refused{number, std::max(number, budget.total()), next};
  TRY(write_instructions(
      session, {sighting.signal, tier == Tier::semantic ? "merge_failed" : "validation_failed",
                judged.location, judged.findings, std::move(log), budget, next, judged.requirements}));
  return refused;
}

} // namespace artifactd
