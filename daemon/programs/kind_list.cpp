#include "daemon/programs/kind_list.hpp"

#include "agents/edit/edit_work.hpp"
#include "agents/report/decision_work.hpp"
#include "agents/report/report_work.hpp"
#include "agents/rule/rule_work.hpp"
#include "agents/state/state_work.hpp"
#include "agents/turn/turn_work.hpp"
#include "daemon/process/log.hpp"
#include "daemon/settling/workshop.hpp"
#include "merge/kg/kg_work.hpp"

namespace artifactd {

namespace {

TurnTools turn_tools(Workshop const& shop) {
  TurnTools tools{shop.policies.turn, shop.memory.stories, shop.stopping};
  if (shop.on_progress)
    tools.tell = [tell = shop.on_progress](Session const& session, SignalName const& signal,
                                           turn::Progress const& progress) {
      tell(session, signal, progress.what, progress.text);
    };
  tools.not_mirrored = [](Session const& session, std::string const& why) {
    log_event(LogLevel::error, "story not mirrored", {{"session", session.shown()}, {"reason", why}});
  };
  return tools;
}

/// In the order in which they are settled: kg has to find what an edit puts in place.
std::vector<KindOfWork> works(Workshop const& shop) {
  return {confirm_work(shop.policies.report),
          reject_work(shop.policies.report),
          edit_work(
              {shop.policies.kg, shop.policies.edit, shop.memory.edits, shop.on_edit_ended, shop.hand_over}),
          kg_work(kg_tools(shop)),
          report_work(shop.policies.report, shop.on_report_answered, shop.stopping),
          rule_work(shop.policies.sandbox),
          state_work({shop.policies.state, shop.fixes, shop.refusal, shop.memory.states}),
          turn_work(turn_tools(shop))};
}

SettleReport afterwards(Workshop const& shop, Session const& session) {
  return shop.memory.second_look.after_run(session, kg_tools(shop), shop.mutex_held);
}

} // namespace

KindList kind_list() {
  return {{confirm_kind, edit_kind, kg_kind, reject_kind, report_kind, rule_kind, state_kind, turn_kind},
          works,
          afterwards};
}

} // namespace artifactd
