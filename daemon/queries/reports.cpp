#include "daemon/queries/reports.hpp"

#include "agents/common/request_file.hpp"
#include "agents/report/expiry.hpp"
#include "state/json/parsed.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// std::nullopt before anything was reported.
Result<std::optional<report::ReportBook>> book_of(report::ReportPolicy const& policy) {
  return answer_as_self([&] { return unless_missing(report::ReportBook::open_to_look(policy.book)); });
}

} // namespace

Result<ReportList> list_reports(Session const& session, report::ReportPolicy const& policy) {
  auto book = TRY(book_of(policy));
  if (!book) return ReportList{};
  ReportList list{TRY(book->answers(session.shown())), TRY(book->proposals(session.shown()))};
  using State = report::Proposal::State;
  for (auto& each : list.proposals)
    if (each.state == State::open && has_expired(session, each, policy)) each.state = State::expired;
  return list;
}

Json to_json(ReportList const& list) {
  auto reports = Json::array();
  for (auto const& each : list.answers)
    reports.push_back(
        {{"report", each.report}, {"category", each.category}, {"play", each.play}, {"at", each.at}});
  return {{"version", 1}, {"reports", std::move(reports)}, {"proposals", json_list(list.proposals)}};
}

Result<Json> told_answer(Session const& session, Name const& name) {
  constexpr auto longest_answer = std::size_t{16} << 20;
  auto const path = layout::report_result_of(name);
  auto const text = TRY(unless_missing(read_file(session.directory(), path, longest_answer)));
  if (!text)
    return fail(Fault::missing, fmt::format("no report '{}' was answered in {}: there is no {}", name.str(),
                                            session.shown(), path));
  auto json = json::parsed(*text, result_limits);
  if (!json || !json->is_object()) return fail(Fault::invalid, path + " is not an answer");
  return *std::move(json);
}

Result<std::vector<report::Wish>> kept_wishes(Session const& session, report::ReportPolicy const& policy) {
  auto book = TRY(book_of(policy));
  return book ? book->wishes(session.shown()) : Result<std::vector<report::Wish>>();
}

Result<Json> whole_answer(Session const& session, Name const& name, report::ReportPolicy const& policy) {
  auto book = TRY(book_of(policy));
  auto const answers = book ? TRY(book->answers(session.shown())) : std::vector<report::Answered>();
  auto const found = std::ranges::find(answers, name.str(), &report::Answered::report);
  if (found == answers.end())
    return fail(Fault::missing, fmt::format("no report '{}' was answered here", name.str()));
  auto whole = found->whole;
  whole["category"] = found->category;
  return whole;
}

} // namespace artifactd
