#include "agents/edit/edit_settler.hpp"

#include "agents/edit/edit_request.hpp"
#include "agents/edit/publishing.hpp"
#include "state/atomic_file.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/on_record.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

using editor::EditEnd;
using editor::EditOutcome;
using editor::EditRequest;
using ResultJson = nlohmann::ordered_json;

constexpr auto retiring_patience = std::chrono::seconds(10); // others hold the claim for milliseconds
constexpr auto changed_again_in = std::chrono::milliseconds(100);

Finding unmended_finding(EditRequest const& request, std::string message, std::string hint) {
  Finding finding;
  finding.code = "edit.unmended";
  finding.tier = Tier::semantic;
  finding.file = layout::artifacts_of(request.order->agent) + "/";
  finding.message = std::move(message);
  finding.hint = std::move(hint);
  return finding;
}

std::vector<Finding> unmended_findings(EditRequest const& request, EditOutcome const& outcome) {
  std::vector<Finding> findings;
  auto const hint =
      outcome.denied
          ? std::string("Set that right and hand the request in again: the artifacts had no part in it.")
      : request.order->engine == editor::Engine::rules
          ? fmt::format("No rule mends it; {}/{} holds the plan. Ask for \"engine\": \"model\", "
                        "or repair it by hand.",
                        layout::runs, outcome.run)
          : fmt::format("{}/{} holds the plan, the replies and the best there was.", layout::runs,
                        outcome.run);
  if (!outcome.reason.empty()) findings.push_back(unmended_finding(request, outcome.reason, hint));
  for (auto const& error : outcome.repair.remaining)
    findings.push_back(unmended_finding(request, error, hint));
  if (findings.empty()) findings.push_back(unmended_finding(request, "the run ended without a repair", hint));
  return findings;
}

Result<void> write_result(Session const& session, Name const& name, EditRequest const& request,
                          EditOutcome const& outcome) {
  auto result = TRY(editor::read_run_json(session, outcome.run, "verdict.json"));
  for (auto const* own : {"outputs", "undone", "mended_replies", "denied"})
    result.erase(own);
  result["agent"] = request.order->agent.str();
  result["request"] = request.digest;
  return replace_file(session, layout::edit_result_of(name),
                      result.dump(2, ' ', false, ResultJson::error_handler_t::replace) + "\n");
}

} // namespace

SettleReport EditSettler::settle(Session const& session, std::vector<Sighting> const& sightings, Round) {
  SettleReport report;
  auto recovered = editor::recover_edit(session);
  if (recovered)
    report.recovered = *recovered;
  else if (recovered.error().fault != Fault::busy)
    report.trouble = recovered.error();
  for (auto const& sighting : sightings) {
    SignalEnd end(sighting.signal);
    end.steps.push_back({"seen", sighting.seen});
    auto settled = recovered ? settle_one(session, sighting, end) : fail(recovered.error());
    if (end.end == End::merged) report.recovered = true; // a kg signal stands now
    if (!settled) {
      end.end = End::pending;
      end.reason = settled.error();
    }
    report.signals.push_back(std::move(end));
  }
  return report;
}

Result<EditOutcome> EditSettler::outcome_of(Session const& session, Name const& edit,
                                            editor::EditOrder const& order) const {
  if (order.engine == editor::Engine::model && hand_over_) {
    if (auto ended = TRY(editor::ended_run(session, order, kg_))) return *std::move(ended);
    hand_over_(edit);
    return fail(Fault::busy, "a model is at work on it");
  }
  return editor::edit_artifacts(session, order, kg_, edit_, editor::Publishing::yes, editor::Retrying::no);
}

Result<EditSettler::Worked> EditSettler::work(Session const& session, Name const& edit,
                                              EditRequest const& request) const {
  if (!request.order) return Worked{End::refused, {}, request.findings};
  auto edited = outcome_of(session, edit, *request.order);
  if (!edited && edited.error().fault == Fault::missing)
    return Worked{End::refused,
                  {},
                  {unmended_finding(request, edited.error().message,
                                    "Name an agent that has artifacts in this session.")}};
  Worked worked{End::refused, TRY(std::move(edited)), {}};
  auto const& outcome = worked.outcome;
  if (told_ && !outcome.known) told_(request.order->agent, outcome);
  switch (outcome.end) {
  case EditEnd::published:
    worked.end = End::merged;
    break;
  case EditEnd::nothing:
    worked.end = End::unchanged;
    break;
  case EditEnd::changed:
    worked.end = End::again;
    break;
  case EditEnd::unmended:
    worked.findings = unmended_findings(request, outcome);
    break;
  }
  return worked;
}

Result<void> EditSettler::settle_one(Session const& session, Sighting const& sighting, SignalEnd& end) const {
  if (TRY(carry_out_on_record(session, sighting, layout::request_of(sighting.signal.name),
                              editor::edit_requirements(), refusal_, end)))
    return {};
  auto const request = TRY(editor::read_edit_request(session, sighting.signal.name, edit_.keys));
  end.mark("read");
  auto const worked = TRY(work(session, sighting.signal.name, request));
  end.findings = worked.findings;
  end.mark("edited");
  if (worked.end == End::again) {
    end.end = End::again;
    end.again_in = changed_again_in;
    return {};
  }
  auto const claim = TRY(Claim::take_soon(session, retiring_patience));
  auto const standing = TRY(sight_again(session, sighting, end));
  if (!standing) return {};
  end.mark("claimed");
  auto const verdict = worked.end == End::refused ? Verdict::refused : Verdict::accepted;
  auto const as_judged = [&] { return editor::still_the_same(session, request); };
  auto retired = Retired::done;
  if (verdict == Verdict::refused) {
    end.refusal = TRY(prepare_signal_refusal(
        session, *standing, {request.digest, request.path, end.findings, editor::edit_requirements()},
        refusal_));
    retired = TRY(retire(session, *standing, verdict, as_judged));
  } else {
    TRY(write_result(session, sighting.signal.name, request, worked.outcome));
    retired = TRY(retire_on_record(session, *standing, request.digest, as_judged));
  }
  end.mark("retired");
  if (worked.outcome.denied) TRY(editor::reopen_run(session, worked.outcome.run));
  end.end = end_of_retired(retired, verdict, worked.end);
  return {};
}

} // namespace artifactd
