#include "state/settle/refusal.hpp"

#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/retire.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <tuple>

namespace artifactd {

namespace {

/// The editor costs the agent nothing, so no budget applies to it.
Next next_of(SignalName const& signal, Tier tier, Budget const& budget, RefusalPolicy const& policy) {
  if (policy.can_edit && policy.can_edit(signal, tier)) return Next::edit;
  return !budget.spent() && policy.can_reinvoke && policy.can_reinvoke(signal) ? Next::reinvoke
                                                                               : Next::person;
}

/// Writes the instructions about the last attempt of the log.
Result<Refused> tell_refusal(Session const& session, SignalName const& signal, AttemptLog log,
                             Judged const& judged, Budget const& budget, RefusalPolicy const& policy) {
  auto const& last = log.attempts.back();
  auto next = judged.left == Left::in_place ? Next::person : next_of(signal, last.tier, budget, policy);
  Refused refused{last.number, budget.total(), budget.left(), next, last.tier};
  std::string error(last.tier == Tier::semantic ? signal.kind.traits().semantic_error : "validation_failed");
  TRY(write_instructions(session, {signal, std::move(error), judged.location, judged.findings, std::move(log),
                                   budget, next, judged.requirements, judged.left, judged.unasked}));
  return refused;
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

void forget_counted(Session const& session, SignalName const& signal, RefusalPolicy const& policy) {
  if (policy.forget && has_attempts(session, signal)) policy.forget(signal);
}

Result<Refused> prepare_refusal(Session const& session, Sighting const& sighting, Judged const& judged,
                                RefusalPolicy const& policy) {
  auto tier = judged.tier.value_or(tier_of(judged.findings));
  auto const in_place = judged.left == Left::in_place;
  auto log = TRY(load_attempts(session, sighting.signal));
  auto const before = log.attempts.empty() ? std::string() : log.attempts.back().key;
  log = with_attempt(std::move(log), sighting, judged.inputs, tier, judged.findings,
                     in_place ? KnownBy::content : KnownBy::stamp);
  auto const again = in_place && log.attempts.back().key == before;
  std::vector<Spending> journal;
  if (policy.count) journal = TRY(policy.count(sighting.signal, log.attempts.back().key, tier));
  Budget budget(policy.budget, spendings(log, journal));
  auto& number = log.attempts.back().number;
  number = std::max(number, budget.used());
  TRY(save_attempts(session, sighting.signal, log));
  auto refused = TRY(tell_refusal(session, sighting.signal, std::move(log), judged, budget, policy));
  refused.again = again;
  return refused;
}

Result<Refused> prepare_signal_refusal(Claim const& claim, Session const& session, Sighting const& sighting,
                                       Judged const& judged, RefusalPolicy const& policy) {
  TRY(begin_refusal(claim, session, sighting));
  auto refused = prepare_refusal(session, sighting, judged, policy);
  if (!refused) std::ignore = end_refusal(claim, session, sighting); // report the first error
  return refused;
}

Result<Refused> restate_refusal(Session const& session, SignalName const& signal, Judged const& judged,
                                std::vector<Spending> const& journal, RefusalPolicy const& policy) {
  auto log = TRY(load_attempts(session, signal));
  Budget budget(policy.budget, spendings(log, journal));
  auto restated = judged;
  if (log.attempts.empty()) { // this made-up attempt is never saved: it must not count
    Attempt last;
    last.number = std::max(1, budget.used());
    last.tier = tier_of(judged.findings);
    last.at = iso8601_now();
    log.attempts.push_back(std::move(last));
  } else {
    restated.findings = log.attempts.back().findings;
  }
  return tell_refusal(session, signal, std::move(log), restated, budget, policy);
}

namespace {

/// The findings of the last attempt; from the instructions if its record was deleted.
std::vector<Finding> known_findings(AttemptLog const& log, nlohmann::ordered_json const& instructions) {
  if (!log.attempts.empty()) return log.attempts.back().findings;
  std::vector<Finding> findings;
  auto const told = instructions.find("findings");
  if (told == instructions.end() || !told->is_array()) return findings;
  for (auto const& each : *told)
    if (auto finding = finding_from_json(each)) findings.push_back(*std::move(finding));
  return findings;
}

} // namespace

Result<Refused> refuse_again(Session const& session, SignalName const& signal, Finding why,
                             std::int64_t ended_ns, RefusalPolicy const& policy) {
  // A run has ended and must be counted, even if the session is busy just now.
  auto claim = TRY(Claim::take_soon(session, std::chrono::seconds(30)));
  Sighting standing{signal, TRY(stamp_at(session.directory(), layout::refused(signal))), Monotonic::now()};
  auto log = TRY(load_attempts(session, signal));
  auto instructions =
      read_instructions(session.directory(), signal).value_or(nlohmann::ordered_json::object());
  Judged judged{fmt::format("submitted nothing at {}", ended_ns),
                text_member(instructions, "artifact_location"),
                {},
                texts_of(instructions, "requirements")};
  if (judged.location.empty()) judged.location = layout::inputs_of(signal);
  if (!log.attempts.empty()) judged.tier = log.attempts.back().tier;
  std::ranges::copy_if(known_findings(log, instructions), std::back_inserter(judged.findings),
                       [&](Finding const& each) { return each.code != why.code; });
  judged.findings.insert(judged.findings.begin(), std::move(why));
  return prepare_refusal(session, standing, judged, policy);
}

} // namespace artifactd
