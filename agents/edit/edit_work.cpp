#include "agents/edit/edit_work.hpp"

#include "agents/edit/edit_request.hpp"
#include "agents/edit/publishing.hpp"
#include "agents/edit/unrepaired.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd {

namespace {

using editor::EditEnd;
using editor::EditOutcome;
using editor::EditRequest;

constexpr auto retiring_patience = std::chrono::seconds(10); // others hold the claim for milliseconds
constexpr auto changed_again_in = std::chrono::milliseconds(100);
constexpr auto slot_again_in = std::chrono::milliseconds(50); // an edit takes some 10

Result<void> write_result(Session const& session, Name const& name, EditRequest const& request,
                          EditOutcome const& outcome) {
  auto result = TRY(editor::read_run_json(session, outcome.run, "verdict.json"));
  for (auto const* own : {"outputs", "undone", "repaired_replies", "denied"})
    result.erase(own);
  result["agent"] = request.order->agent.str();
  result["request"] = request.digest;
  return replace_file(session, layout::edit_result_of(name), pretty(result) + "\n");
}

/// The result of an accepted request.
struct Edited {
  std::shared_ptr<EditRequest const> request;
  EditOutcome outcome;
};

/// `again_in`: when to try again, if it cannot be edited now.
Result<EditOutcome> outcome_of(Session const& session, SignalName const& edit, editor::EditOrder const& order,
                               EditTools const& tools, std::optional<Duration>& again_in) {
  if (order.engine == editor::Engine::model && tools.hand_over) {
    if (auto ended = TRY(editor::ended_run(session, order, tools.kg))) return *std::move(ended);
    tools.hand_over(edit);
    return fail(Fault::busy, "a model is working on it");
  }
  auto const slot = tools.slots.take();
  if (!slot) {
    again_in = slot_again_in;
    return fail(Fault::busy, "edit.busy: other edits are being made; this one waits for its turn");
  }
  return editor::edit_artifacts(session, order, tools.kg, tools.edit, editor::Publishing::yes,
                                editor::Retrying::no);
}

/// Edits, and publishes the repair, which claims the session by itself. Fault::busy while it is claimed
/// elsewhere.
Result<void> edit(Session const& session, Submission& each, std::shared_ptr<EditRequest const> const& request,
                  EditTools const& tools) {
  auto order = *request->order;
  order.asked_ns = each.sighting.stamp.changed_ns;
  auto edited = outcome_of(session, each.sighting.signal, order, tools, each.end.again_in);
  if (!edited && edited.error().fault == Fault::missing) {
    each.end.findings = {editor::no_such_agent(*request)};
    return {};
  }
  auto outcome = TRY(std::move(edited));
  if (tools.on_ended && !outcome.known) tools.on_ended(session, request->order->agent, outcome);
  if (outcome.denied) TRY(editor::reopen_run(session, outcome.run));
  if (outcome.end == EditEnd::changed) {
    each.end.again_in = changed_again_in;
    each.close(End::again);
  }
  if (outcome.end == EditEnd::unrepaired)
    each.end.findings = editor::unrepaired_findings(*request, outcome, tools.kg);
  each.how = outcome.end == EditEnd::published ? End::merged : End::unchanged;
  each.read = Edited{request, std::move(outcome)};
  return {};
}

Result<void> judge(Session const& session, Submission& each, Purpose purpose, EditTools const& tools) {
  auto const recovered = purpose == Purpose::settling && TRY(editor::recover_edit(session));
  each.afterwards = [end = &each.end, recovered](SettleReport& report) {
    if (recovered || end->end == End::merged) report.recovered = true; // the artifacts' own signal is pending
  };
  auto const request = std::make_shared<EditRequest const>(
      TRY(editor::read_edit_request(session, each.name(), tools.edit.keys)));
  each.mark(Step::read);
  each.end.findings = request->findings;
  each.inputs = request->digest;
  each.location = request->path;
  each.as_judged = [&session, request] { return still_the_same(session, *request, editor::longest_request); };
  if (request->order && purpose == Purpose::settling) TRY(edit(session, each, request, tools));
  each.mark(Step::edited);
  return {};
}

Result<void> commit(Session const& session, CommitBatch& batch) {
  if (batch.submissions.empty()) {
    if (TRY(editor::recover_claimed_edit(session))) batch.report.recovered = true;
    return {};
  }
  for (auto* each : batch.submissions) {
    auto const& edited = *std::any_cast<Edited>(&each->read);
    TRY(write_result(session, each->name(), *edited.request, edited.outcome));
  }
  return {};
}

} // namespace

KindOfWork edit_work(EditTools tools) {
  auto const shared = std::make_shared<EditTools const>(std::move(tools));
  return {.kind = edit_kind,
          .claim_patience = retiring_patience,
          .recovers = true,
          .judge = [shared](Session const& session, Submission& each,
                            Purpose purpose) { return judge(session, each, purpose, *shared); },
          .commit = commit,
          .requirements = [](Session const&, Name const&) -> Result<std::vector<std::string>> {
            return editor::edit_requirements();
          }};
}

} // namespace artifactd
