// What the kinds of work are done with: the configuration's policies and what this process keeps from one
// settling to the next.
#pragma once

#include "agents/edit/edit_run.hpp"
#include "agents/edit/edit_slots.hpp"
#include "agents/report/report_work.hpp"
#include "agents/state/known_states.hpp"
#include "agents/turn/store/shared_store.hpp"
#include "daemon/settling/policies.hpp"
#include "merge/kg/known_graphs.hpp"
#include "merge/kg/second_look.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// What this process remembers of the sessions it settles. Safe from any thread; losing it costs time.
struct WorkMemory {
  BufferPool pool{};
  KnownGraphs graphs{};
  KnownStates states{};
  SecondLook second_look{};
  turn::SharedStore stories{};
  EditSlots edits{};

  /// The session is gone.
  void forget(std::string const& session) { second_look.forget(session); }
};

/// All of it outlives the work.
struct WorkTools {
  Policies const& policies;
  RefusalPolicy const& refusal;
  FixPolicy const& fixes;
  StaleWatch& watch; ///< of the session
  WorkMemory& memory;
  std::function<void(Session const&, Name const& agent, editor::EditOutcome const&)> on_edit_ended = {};
  ReportAnswered on_report_answered = {};
  MutexHeld mutex_held = {}; ///< of the session; empty: nobody was seen holding it
  /// What happens while a signal is at work, as a word and a text; from any thread.
  std::function<void(Session const&, SignalName const&, std::string_view what, std::string const& text)>
      on_progress = {};
  int stopping = -1; ///< becomes readable when the process has to end
  /// Takes work that needs minutes; empty: settling waits for it
  std::function<void(SignalName const&)> hand_over = {};
};

/// Asks the work of that kind a question, independently of settling.
template <class T, class Ask>
Result<T> ask_work(Policies const& policies, FixPolicy const& fixes, Kind const& kind, Ask ask) {
  StaleWatch watch;
  WorkMemory memory{.pool = BufferPool(0)};
  for (auto const& each : policies.served.works({policies, policies.refusal, fixes, watch, memory}))
    if (each.kind == kind) return ask(each);
  return fail(Fault::unsupported, "this kind of work is not supported here");
}

[[nodiscard]] inline KgTools kg_tools(WorkTools const& tools) {
  return {tools.policies.kg, tools.memory.pool, tools.watch, tools.memory.graphs};
}

} // namespace artifactd
