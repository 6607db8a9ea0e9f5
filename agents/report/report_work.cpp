#include "agents/report/report_work.hpp"

#include "agents/report/answer.hpp"
#include "agents/report/assistant.hpp"
#include "agents/report/report_request.hpp"
#include "state/json/json_member.hpp"
#include "state/platform/identity.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <ranges>

namespace artifactd {

namespace {

using report::Answer;
using report::Played;
using report::ReportPolicy;
using report::ReportRequest;

constexpr auto retiring_patience = std::chrono::seconds(10); // others hold the claim for milliseconds
constexpr std::size_t most_ids_told = 20;
constexpr std::size_t most_earlier = 3;

/// What is committed of a report.
struct Judged {
  Answer answer;
  UniqueFd held; ///< until it is settled
};

/// "Name one of: a, b."
std::string choice_of(std::vector<std::string> names) {
  if (names.size() > most_ids_told) names.resize(most_ids_told);
  return fmt::format("Name one of: {}.", printable(fmt::format("{}", fmt::join(names, ", "))));
}

/// The play the report is about; std::nullopt, with a finding, if that is unclear.
Result<std::optional<Name>> play_meant(Session const& session, ReportRequest& request) {
  auto const& named = request.complaint->play;
  auto const plays = TRY(report::plays_of(session));
  if (named.empty() && plays.size() == 1) return Name::parse(plays[0]);
  if (std::ranges::find(plays, named) != plays.end()) return Name::parse(named);
  request.findings.push_back(report_finding(
      request, "report.no_play", "/play",
      named.empty() ? fmt::format("the session has {} plays", plays.size())
                    : fmt::format("the session has no play '{}'", printable(named)),
      plays.empty() ? std::string("Plays are kept in play/ (docs/plays.md).") : choice_of(plays)));
  return std::optional<Name>();
}

/// Reports names that the play does not have.
void judge_names(ReportRequest& request, play::Record const& record) {
  auto const& complaint = *request.complaint;
  auto const& players = record.meta.players;
  if (!complaint.player.empty() && std::ranges::find(players, complaint.player) == players.end())
    request.findings.push_back(report_finding(
        request, "report.no_player", "/playerId",
        fmt::format("play '{}' has no player '{}'", record.meta.id, printable(complaint.player)),
        fmt::format("Its players are {}.", printable(fmt::format("{}", fmt::join(players, ", "))))));
  auto const has_step =
      std::ranges::find(record.lines, complaint.step, &play::RecordLine::step) != record.lines.end();
  if (complaint.step > 0 && !has_step)
    request.findings.push_back(report_finding(request, "report.no_step", "/step",
                                              fmt::format("the play has no step {}", complaint.step),
                                              fmt::format("It has {} steps.", record.lines.size())));
}

Result<std::vector<report::Answered>> answers_in(Session const& session, ReportPolicy const& policy) {
  return answer_as_self([&]() -> Result<std::vector<report::Answered>> {
    return TRY(report::ReportBook::open(policy.book)).answers(session.shown());
  });
}

Result<void> judge_earlier(Session const& session, ReportRequest& request, ReportPolicy const& policy) {
  auto const& about = request.complaint->about;
  if (about.empty()) return {};
  std::vector<std::string> newest_first;
  for (auto const& each : std::views::reverse(TRY(answers_in(session, policy))))
    newest_first.push_back(each.report);
  if (std::ranges::find(newest_first, about) != newest_first.end()) return {};
  request.findings.push_back(report_finding(
      request, "report.no_report", "/about",
      fmt::format("no report '{}' was answered here", printable(about)),
      newest_first.empty() ? std::string("No report of this session was answered: leave it out.")
                           : choice_of(newest_first) + " Or leave it out."));
  return {};
}

/// The reports that this one continues, oldest first.
Result<std::vector<report::Exchange>> conversation(Session const& session, std::string about,
                                                   ReportPolicy const& policy) {
  std::vector<report::Exchange> earlier;
  if (about.empty()) return earlier;
  auto const answers = TRY(answers_in(session, policy));
  while (!about.empty() && earlier.size() < most_earlier) {
    auto const found = std::ranges::find(answers, about, &report::Answered::report);
    if (found == answers.end()) break;
    earlier.insert(earlier.begin(),
                   {text_member(found->whole, "message"), text_member(found->whole, "text")});
    about = text_member(found->whole, "about");
  }
  return earlier;
}

/// So that only one process asks the assistant; closes the submission if another one has just answered it.
Result<UniqueFd> held_alone(Session const& session, Submission& each, ReportPolicy const& policy) {
  if (policy.assistant.empty()) return UniqueFd();
  auto held = TRY(report::hold_report(session, each.name()));
  if (!TRY(sight_again(session, each.sighting, each.end))) each.close(each.end.end);
  return held;
}

Result<void> answer(Session const& session, Submission& each, ReportRequest& request, Purpose purpose,
                    ReportPolicy const& policy, int cancel) {
  auto held = purpose == Purpose::settling ? TRY(held_alone(session, each, policy)) : UniqueFd();
  if (!each.open) return {};
  auto const id = TRY(play_meant(session, request));
  if (!id) return {};
  auto played = report::read_play(session, *id);
  if (!played && (played.error().fault == Fault::missing || played.error().fault == Fault::invalid)) {
    request.findings.push_back(
        report_finding(request, "report.no_artifacts", "/play", played.error().message,
                       "Keep the artifacts in artifacts/ of the play (docs/plays.md)."));
    return {};
  }
  if (!played) return fail(std::move(played).error());
  each.mark(Step::read);
  judge_names(request, played->record);
  if (purpose == Purpose::diagnosing) return {};
  TRY(judge_earlier(session, request, policy));
  if (first_error(request.findings) != nullptr) return {};
  game::Game const game(played->files);
  auto const audit = play::audit(game, played->record);
  auto const& complaint = *request.complaint;
  report::Seat const seat{complaint.player, policy.reveal};
  auto triage = report::triage(game, played->record, audit, complaint, seat);
  each.mark(Step::sorted);
  std::optional<report::AssistantReply> assistant;
  if (!policy.assistant.empty() && triage.decided != report::DecidedBy::facts) {
    auto const shown = report::case_file(game, played->record, audit, triage, seat,
                                         TRY(conversation(session, complaint.about, policy)));
    assistant = ask_assistant({shown, game, audit, played->record.meta.players, complaint, seat},
                              played->record.last_step(), policy,
                              {session.shown(), "report/" + each.name().str()}, cancel);
    if (assistant->triage) triage = *assistant->triage;
    each.mark(Step::asked);
  }
  auto const answer =
      answer_of({session.shown(), each.name(), request.digest, complaint}, *played, audit, triage, policy);
  each.read = std::make_shared<Judged>(with_assistant(answer, assistant), std::move(held));
  return {};
}

Result<void> judge(Session const& session, Submission& each, Purpose purpose, ReportPolicy const& policy,
                   int cancel) {
  auto const request =
      std::make_shared<ReportRequest>(TRY(report::read_report_request(session, each.name())));
  each.inputs = request->digest;
  each.location = request->path;
  each.as_judged = [&session, request] { return still_the_same(session, *request, report::longest_request); };
  if (request->complaint) TRY(answer(session, each, *request, purpose, policy, cancel));
  each.end.findings = request->findings;
  each.mark(Step::judged);
  return {};
}

Result<void> commit(Claim const& claim, Session const& session, Submission& each, ReportPolicy const& policy,
                    ReportAnswered const& answered) {
  auto const& answer = (*std::any_cast<std::shared_ptr<Judged>>(&each.read))->answer;
  TRY(carry_out(claim, session, each.name(), answer, policy));
  if (answered) answered(session, each.name(), answer);
  if (answer.edit)
    each.afterwards = [](SettleReport& report) { report.recovered = true; }; // the edit's signal is pending
  each.mark(Step::published);
  return {};
}

} // namespace

KindOfWork report_work(ReportPolicy const& policy, ReportAnswered answered, int cancel) {
  return {
      .kind = report_kind,
      .claim_patience = retiring_patience,
      .judge = [&policy, cancel](Session const& session, Submission& each,
                                 Purpose purpose) { return judge(session, each, purpose, policy, cancel); },
      .commit = [&policy, answered = std::move(answered)](Session const& session,
                                                          CommitBatch& batch) -> Result<void> {
        for (auto* each : batch.submissions)
          TRY(commit(batch.claim, session, *each, policy, answered));
        return {};
      },
      .requirements = [](Session const&, Name const&) -> Result<std::vector<std::string>> {
        return report::report_requirements();
      }};
}

} // namespace artifactd
