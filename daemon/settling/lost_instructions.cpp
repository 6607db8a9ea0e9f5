#include "daemon/settling/lost_instructions.hpp"

#include "daemon/settling/work_tools.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"

#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

constexpr auto writing_patience = std::chrono::seconds(10);

Result<bool> are_lost(Session const& session, SignalName const& signal) {
  if (!stamp_at(session.directory(), layout::refused(signal))) return false;
  auto const instructions = read_instructions(session.directory(), signal);
  if (instructions) return false;
  auto const fault = instructions.error().fault;
  if (fault != Fault::missing && fault != Fault::invalid) return fail(instructions.error());
  return true;
}

} // namespace

Result<void> restore_instructions(Session const& session, SignalName const& signal, Policies const& policies,
                                  FixPolicy const& fixes, Journal& journal) {
  if (!TRY(are_lost(session, signal))) return {};
  auto const attempts_lost = TRY(load_attempts(session, signal)).attempts.empty();
  auto const judged =
      TRY(ask_work<Judged>(policies, fixes, signal.kind, [&](KindOfWork const& work) -> Result<Judged> {
        Judged told{.inputs = "",
                    .location = layout::inputs_of(signal),
                    .findings = {},
                    .requirements = TRY(work.requirements(session, signal.name))};
        if (attempts_lost) told.findings = TRY(diagnose_work(work, session, signal));
        return told;
      }));
  auto const spent = TRY(journal.spendings(session.shown(), signal));
  auto policy = policies.refusal;
  policy.can_edit = nullptr; // it has had its turn
  auto const claim = TRY(Claim::take_soon(session, writing_patience));
  if (!stamp_at(session.directory(), layout::refused(signal))) return {};
  TRY(restate_refusal(session, signal, judged, spent, policy));
  return {};
}

} // namespace artifactd
