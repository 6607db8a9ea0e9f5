#include "daemon/settling/edits.hpp"

#include "agents/edit/edit_kind.hpp"
#include "agents/edit/edit_request.hpp"
#include "agents/edit/edit_summary.hpp"
#include "daemon/process/log.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"

#include <utility>

namespace artifactd {

namespace {

using editor::EditEnd;
using editor::EditOutcome;

constexpr auto restating_patience = std::chrono::seconds(10);

/// The instructions said that the editor tries: now they have to name who is next.
Result<void> tell_who_is_next(Session const& session, SignalName const& signal, EditOutcome const& outcome,
                              RefusalPolicy policy, Journal& journal) {
  policy.can_edit = nullptr;
  auto claim = TRY(Claim::take_soon(session, restating_patience));
  if (stamp_at(session.directory(), layout::signal(signal))) return {}; // resubmitted: to be judged
  if (!stamp_at(session.directory(), layout::refused(signal))) return {};
  if (TRY(load_attempts(session, signal)).attempts.empty()) return {};
  auto const instructions = read_instructions(session.directory(), signal).value_or(Json::object());
  Judged const judged{.inputs = "",
                      .location = layout::artifacts_of(signal.name) + "/",
                      .findings = {},
                      .requirements = texts_of(instructions, "requirements"),
                      .unasked = outcome.denied ? outcome.reason : ""};
  TRY(restate_refusal(session, signal, judged, TRY(journal.spendings(session.shown(), signal)), policy));
  return {};
}

} // namespace

Result<std::optional<EditEnd>> edit_refused(Session const& session, SignalName const& signal,
                                            Policies const& policies, Journal& journal, EditCounts& counts,
                                            int cancel, std::function<void()> const& on_begin) {
  auto const engine = policies.editor(signal);
  auto const repairs = policies.repairs(signal);
  if (engine == editor::Engine::off && !repairs) return std::nullopt;
  editor::EditOrder const order{.agent = signal.name,
                                .engine = engine,
                                .asked_by = "kg",
                                .asking = layout::refused(signal),
                                .models = policies.edit.keys,
                                .repairs = repairs};
  auto policy = policies.edit;
  policy.cancel = cancel;
  policy.on_progress = [&on_begin, begun = false](Progress const&) mutable { // known runs have none
    if (!std::exchange(begun, true)) on_begin();
  };
  auto edited = editor::edit_artifacts(session, order, policies.kg, policy, editor::Publishing::yes,
                                       editor::Retrying::no);
  if (!edited && edited.error().fault == Fault::missing &&
      stamp_at(session.directory(), layout::refused(signal))) { // there are no files to repair
    TRY(leave_to_the_next(session, signal, policies, journal));
    return EditEnd::nothing;
  }
  auto const outcome = TRY(std::move(edited));
  if (!outcome.known) tell_edit(session, signal.name, outcome, &journal, &counts);
  if (outcome.end == EditEnd::unrepaired || outcome.end == EditEnd::nothing)
    TRY(tell_who_is_next(session, signal, outcome, policies.refusal, journal));
  if (outcome.known) return std::nullopt;
  return outcome.end;
}

Result<void> leave_to_the_next(Session const& session, SignalName const& signal, Policies const& policies,
                               Journal& journal) {
  return tell_who_is_next(session, signal, EditOutcome(), policies.refusal, journal);
}

Result<void> work_on_edit(Session const& session, Name const& edit, Policies const& policies,
                          Journal& journal, EditCounts& counts, int cancel) {
  auto const request = TRY(editor::read_edit_request(session, edit, policies.edit.keys));
  if (!request.order) return {}; // it is refused when settled
  auto order = *request.order;
  order.asked_ns = TRY(stamp_at(session.directory(), layout::signal({edit, edit_kind}))).changed_ns;
  auto policy = policies.edit;
  policy.cancel = cancel;
  auto const outcome = TRY(editor::edit_artifacts(session, order, policies.kg, policy,
                                                  editor::Publishing::yes, editor::Retrying::no));
  if (!outcome.known) tell_edit(session, order.agent, outcome, &journal, &counts);
  return {};
}

void tell_edit(Session const& session, Name const& agent, EditOutcome const& outcome, Journal* journal,
               EditCounts* counts) {
  if (counts != nullptr) {
    ++counts->ended;
    if (outcome.end == EditEnd::published) ++counts->published;
  }
  log_event(outcome.end == EditEnd::published ? LogLevel::info : LogLevel::warning, "edit",
            {{"session", session.shown()},
             {"agent", agent.str()},
             {"run", outcome.run},
             {"ended", editor::edit_end_word(outcome.end)},
             {"errors", static_cast<std::int64_t>(outcome.repair.errors.size())},
             {"remaining", static_cast<std::int64_t>(outcome.repair.remaining.size())},
             {"us", std::chrono::duration_cast<std::chrono::microseconds>(outcome.wall).count()}});
  if (journal == nullptr) return;
  journal->append({.session = session.shown(),
                   .name = agent.str(),
                   .kind = std::string(kg_kind.word()),
                   .event = "edit",
                   .outcome = std::string(editor::edit_end_word(outcome.end)),
                   .detail = compact(editor::summary_json(outcome))});
}

} // namespace artifactd
