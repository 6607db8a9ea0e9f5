#include "agents/report/answer.hpp"

#include "agents/report/play_book.hpp"
#include "agents/report/play_repair.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd::report {

namespace {

constexpr std::size_t longest_edit_name = 40;

Proposal proposal_of(Asking const& asking, Played const& played, play::PlayAudit const& audit,
                     play::StateRepair const& repair) {
  auto const& record = played.record;
  Proposal proposal{.id = {},
                    .session = asking.session,
                    .report = asking.name.str(),
                    .play = record.meta.id,
                    .base = audit.digest,
                    .found = repair.step == 0 ? play::state_digest(record.state) : audit.digest,
                    .after = record.last_step(),
                    .ops = repair.ops,
                    .restart = repair.restart,
                    .reason =
                        repair.step == 0 ? repair.what : fmt::format("step {}: {}", repair.step, repair.what),
                    .made = wall_now_ns() / 1'000'000'000};
  proposal.id = short_digest(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", proposal.session, proposal.report,
                                         proposal.play, asking.digest, proposal.base, proposal.found,
                                         compact(proposal.ops), proposal.restart));
  return proposal;
}

/// The operations that a player may see, and how many others there are.
Value seen_operations(Seat const& seat, Value const& ops) {
  auto seen = Value::array();
  for (auto const& op : ops)
    if (seat.sees(op.value("path", ""))) seen.push_back(op);
  return seen;
}

/// The name of the edit that a report requests.
std::string edit_name_of(Name const& report) {
  auto const name = "report-" + report.str();
  return name.size() <= longest_edit_name ? name : "report-" + short_digest(name);
}

void add_diagnostic(Answer& answer, Diagnostic const& found, Name const& report,
                    std::optional<Name> const& agent, Reveal reveal) {
  auto diagnostic = to_json(found);
  answer.kept.whole["diagnostic"] = diagnostic;
  if (reveal == Reveal::own) {
    // Error texts quote field values, so the player gets only the symptom.
    diagnostic["evidence"] = Value::array({found.symptom});
    diagnostic.erase("syntheticErrors");
  }
  answer.result["diagnostic"] = std::move(diagnostic);
  answer.result["edit"] = nullptr;
  if (!agent || found.fragment.empty()) return; // the session no longer has this game
  answer.edit = EditWanted{edit_name_of(report), *agent, found.errors};
  answer.result["edit"] = answer.edit->name;
}

} // namespace

Answer answer_of(Asking const& asking, Played const& played, play::PlayAudit const& audit,
                 Triage const& triage, ReportPolicy const& policy) {
  Seat const seat{asking.complaint.player, policy.reveal};
  Answer answer;
  auto seen = Value::array();
  auto whole = Value::array();
  for (auto const& each : triage.evidence) {
    whole.push_back(to_json(each));
    if (each.is_seen(seat)) seen.push_back(whole.back());
  }
  answer.result = {{"version", 1},
                   {"report", asking.name.str()},
                   {"play", played.record.meta.id},
                   {"category", word_of(triage.category)},
                   {"decided_by", word_of(triage.decided)},
                   {"text", triage.text},
                   {"evidence", std::move(seen)}};
  if (!asking.complaint.about.empty()) answer.result["about"] = asking.complaint.about;
  answer.kept = {.session = asking.session,
                 .report = asking.name.str(),
                 .digest = asking.digest,
                 .category = std::string(word_of(triage.category)),
                 .fragment = triage.diagnostic ? triage.diagnostic->fragment : "",
                 .play = played.record.meta.id,
                 .whole = {{"message", asking.complaint.message},
                           {"playerId", asking.complaint.player},
                           {"decided_by", word_of(triage.decided)},
                           {"text", triage.text},
                           {"evidence", std::move(whole)}},
                 .at = iso8601_now()};
  if (triage.repair) {
    answer.proposal = proposal_of(asking, played, audit, *triage.repair);
    Value proposal{{"id", answer.proposal->id}, {"ops", seen_operations(seat, triage.repair->ops)}};
    if (answer.proposal->restart > 0) proposal["restart"] = answer.proposal->restart;
    proposal["confirm"] = fmt::format("artifactctl report confirm SESSION {}", answer.proposal->id);
    answer.result["proposal"] = std::move(proposal);
    answer.kept.whole["proposal"] = to_json(*answer.proposal);
  }
  if (triage.diagnostic) add_diagnostic(answer, *triage.diagnostic, asking.name, played.agent, policy.reveal);
  if (triage.category == Category::design_change)
    answer.wish = Wish{asking.session,          asking.name.str(),        played.record.meta.id,
                       asking.complaint.player, asking.complaint.message, answer.kept.at};
  if (triage.may_be_wish) answer.result["may_be_wish"] = true;
  if (!asking.complaint.about.empty()) answer.kept.whole["about"] = asking.complaint.about;
  if (!triage.doubted.empty()) answer.kept.whole["doubted"] = answer.doubted = triage.doubted;
  return answer;
}

Answer with_assistant(Answer answer, std::optional<AssistantReply> const& asked) {
  if (!asked) return answer;
  answer.assistant = asked->cost;
  answer.kept.whole["assistant"] = to_json(asked->cost);
  if (asked->triage) return answer;
  answer.result["unasked"] = true; // the reason is only for the operator
  answer.kept.whole["unasked"] = asked->why;
  return answer;
}

namespace {

std::uint64_t step_in(Value const& evidence) {
  for (auto const& each : evidence)
    if (each.contains("step")) return each["step"].get<std::uint64_t>();
  return 1;
}

Result<void> keep(Answer const& answer, std::string const& path) {
  auto book = TRY(ReportBook::open(path));
  if (answer.proposal) TRY(book.propose(*answer.proposal));
  if (answer.wish) TRY(book.wish(*answer.wish));
  return book.answer(answer.kept);
}

/// A doubt shared by players of several plays goes to a person.
Result<void> raise_doubts(Answer const& answer, ReportPolicy const& policy) {
  if (answer.doubted.empty()) return {};
  auto const plays =
      TRY(TRY(ReportBook::open(policy.book)).plays_doubting(answer.kept.session, answer.doubted));
  if (plays.size() < 2) return {};
  PlayIssue const issue{.session = answer.kept.session,
                        .play = plays.front(),
                        .key = "doubted_rule " + answer.doubted,
                        .type = "doubted_rule",
                        .phase = "",
                        .step = step_in(answer.result["evidence"]),
                        .message = fmt::format("Players of {} plays ask whether '{}' is intended",
                                               plays.size(), answer.doubted),
                        .fragment = answer.doubted,
                        .whole = nullptr,
                        .at = answer.kept.at};
  return TRY(PlayBook::open(policy.plays)).add(issue);
}

} // namespace

Result<void> carry_out(Claim const& claim, Session const& session, Name const& name, Answer const& answer,
                       ReportPolicy const& policy) {
  TRY(answer_as_self([&]() -> Result<void> {
    TRY(keep(answer, policy.book));
    return raise_doubts(answer, policy);
  }));
  TRY(replace_file(session, layout::report_result_of(name), pretty(answer.result) + "\n"));
  if (answer.edit) TRY(drop_edit(claim, session, answer.edit->name, answer.edit->agent, answer.edit->errors));
  return {};
}

} // namespace artifactd::report
