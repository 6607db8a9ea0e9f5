#include "daemon/programs/kind_list.hpp"

#include "agents/edit/edit_work.hpp"
#include "agents/report/decision_work.hpp"
#include "agents/report/report_work.hpp"
#include "agents/rule/rule_work.hpp"
#include "agents/state/state_work.hpp"
#include "agents/turn/turn_work.hpp"
#include "daemon/process/log.hpp"
#include "daemon/settling/work_tools.hpp"
#include "merge/kg/kg_work.hpp"

namespace artifactd {

namespace {

TurnTools turn_tools(WorkTools const& shared) {
  TurnTools tools{shared.policies.turn, shared.memory.stories, shared.stopping};
  if (shared.on_progress)
    tools.tell = [tell = shared.on_progress](Session const& session, SignalName const& signal,
                                             turn::Progress const& progress) {
      tell(session, signal, progress.what, progress.text);
    };
  tools.not_mirrored = [](Session const& session, std::string const& why) {
    log_event(LogLevel::error, "story not mirrored", {{"session", session.shown()}, {"reason", why}});
  };
  return tools;
}

/// In the order in which they are settled: kg has to find what an edit puts in place.
std::vector<KindOfWork> works(WorkTools const& tools) {
  return {confirm_work(tools.policies.report),
          reject_work(tools.policies.report),
          edit_work({tools.policies.kg, tools.policies.edit, tools.memory.edits, tools.on_edit_ended,
                     tools.hand_over}),
          kg_work(kg_tools(tools)),
          report_work(tools.policies.report, tools.on_report_answered, tools.stopping),
          rule_work(tools.policies.sandbox),
          state_work({tools.policies.state, tools.fixes, tools.refusal, tools.memory.states}),
          turn_work(turn_tools(tools))};
}

SettleReport afterwards(WorkTools const& tools, Session const& session) {
  return tools.memory.second_look.after_run(session, kg_tools(tools), tools.mutex_held);
}

} // namespace

KindList kind_list() {
  return {{confirm_kind, edit_kind, kg_kind, reject_kind, report_kind, rule_kind, state_kind, turn_kind},
          works,
          afterwards};
}

} // namespace artifactd
