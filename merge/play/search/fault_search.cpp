#include "merge/play/search/fault_search.hpp"

#include "merge/game/checks/phase_graph.hpp"
#include "merge/play/record/fault_words.hpp"
#include "merge/play/runtime/replay.hpp"
#include "merge/play/search/traps.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <set>

namespace artifactd::play {

namespace {

using Kind = StateGraph::Kind;
using NodeId = StateGraph::NodeId;
using Group = StateGraph::Group;
using Nodes = std::vector<NodeId>;

class FaultFinder {
public:
  FaultFinder(game::Game const& game, std::vector<std::string> const& players, SearchLimits const& limits,
              Value const* from)
      : exact_(game, players), runtime_(game, players) {
    runtime_.forget_what_nobody_reads();
    auto const row =
        from == nullptr ? Result<Row>(Row()) : runtime_.program().layout().row(*from, runtime_.pool());
    auto exact = from == nullptr ? Result<Row>(Row()) : exact_.program().layout().row(*from, exact_.pool());
    if (from != nullptr && exact) exact_from_ = *std::move(exact);
    graph_.emplace(runtime_, limits, exact_from_ && row ? &*row : nullptr);
    predecessors_.emplace(*graph_);
  }

  SearchOutcome outcome() {
    for (auto const type : {FaultType::invalid_state, FaultType::illegal_state, FaultType::deadlock,
                            FaultType::dead_wait, FaultType::unexpected_end})
      report_each_phase(type, [this, type](NodeId node) { return shows(type, node); });
    if (!exact_from_) early_end();
    report_traps();
    if (!exact_from_ && graph_->complete() && outcome_.faults.empty()) unentered();
    note_reach();
    outcome_.states = graph_->states();
    outcome_.out_of_time = graph_->out_of_time();
    outcome_.steps = graph_->groups().size();
    outcome_.complete = graph_->complete();
    std::ranges::stable_sort(outcome_.faults, {}, [](auto const& each) { return !each.certain; });
    return std::move(outcome_);
  }

private:
  bool shows(FaultType type, NodeId node) const {
    auto const& each = graph_->nodes()[node];
    switch (type) {
    case FaultType::deadlock:
      return each.kind == Kind::deadlock;
    case FaultType::dead_wait:
      return each.kind == Kind::waits && each.groups == 0;
    case FaultType::unexpected_end:
      return each.kind == Kind::ended && phase_name(each.phase) != game::last_phase && !has_error(node);
    default:
      return each.kind == Kind::fault && graph_->fault(node).type == type;
    }
  }

  bool has_error(NodeId node) const {
    return runtime_.pool().truthy(graph_->row(node)[runtime_.program().layout().game("gameError")]);
  }

  std::string phase_name(std::uint32_t phase) const {
    return phase == StateGraph::none ? std::string(game::first_phase)
                                     : runtime_.program().phases()[phase].name;
  }

  template <class Wanted>
  void report_each_phase(FaultType type, Wanted const& wanted) {
    std::map<std::uint32_t, Nodes> by_phase;
    for (NodeId node = 0; node < graph_->nodes().size(); ++node)
      if (wanted(node)) by_phase[graph_->nodes()[node].phase].push_back(node);
    for (auto const& [phase, nodes] : by_phase)
      report(type, nodes);
  }

  /// Reports the nearest of the states, as certain if it can be forced. Whether it did.
  bool report(FaultType type, Nodes const& nodes, Cost at_most = unreachable - 1) {
    for (auto const model : {Model::resists, Model::helps}) {
      auto const costs = costs_to(*graph_, *predecessors_, nodes, model);
      if (costs[0] > at_most) continue;
      auto const way = way_to(*graph_, costs, nodes, model);
      auto fault = found(type, model == Model::resists, way);
      if (!fault) continue;
      outcome_.faults.push_back(*std::move(fault));
      return true;
    }
    return false;
  }

  NodeId end_of(std::vector<WayStep> const& way) const {
    return way.empty() ? 0 : graph_->outcomes(graph_->groups()[way.back().group])[way.back().outcome];
  }

  /// The step for the players in these seats.
  Step step_in(Group const& group, std::uint32_t outcome, Seats const& seats) {
    auto chosen = graph_->chosen(group, outcome);
    auto const& program = runtime_.program();
    for (auto* values : {&chosen.inputs, &chosen.open, &chosen.drawn})
      for (auto& value : *values)
        value = with_seats(value, seats, runtime_);
    if (!group.is_move()) return step_of(runtime_, program.transitions()[group.action], chosen);
    auto const& phase = program.phases()[graph_->nodes()[group.from].phase];
    return step_of(runtime_, phase, phase.actions[group.action], seats[group.player], chosen);
  }

  /// The composition of two seatings: first `before`, then `after`.
  static Seats seated(Seats const& before, Seats const& after) {
    Seats seats;
    for (auto const seat : after)
      seats.push_back(before[seat]);
    return after.empty() ? before : seats;
  }

  std::optional<FoundFault> found(FaultType type, bool certain, std::vector<WayStep> const& way) {
    FoundFault fault{type, certain};
    Seats seats(runtime_.program().layout().players().size());
    std::iota(seats.begin(), seats.end(), 0U);
    for (auto const& each : way) {
      auto const& group = graph_->groups()[each.group];
      fault.actions += group.is_move() ? 1 : 0;
      fault.steps.push_back(step_in(group, each.outcome, seats));
      seats = seated(seats, graph_->seats_after(group, each.outcome));
    }
    auto const node = end_of(way);
    fault.phase = phase_name(graph_->nodes()[node].phase);
    auto const replayed = replay(exact_, fault.steps, exact_from_ ? &*exact_from_ : nullptr);
    if (!play::shows(type, exact_, replayed, fault.steps.size())) return std::nullopt;
    fault.state = exact_.program().layout().state(replayed.row, exact_.pool());
    put_in_words(fault, exact_, replayed.row,
                 graph_->nodes()[node].kind == Kind::fault ? graph_->fault(node).details : "");
    return fault;
  }

  /// A game that is over before anybody has acted.
  void early_end() {
    Nodes ends;
    for (NodeId node = 0; node < graph_->nodes().size(); ++node)
      if (graph_->nodes()[node].kind == Kind::ended &&
          phase_name(graph_->nodes()[node].phase) == game::last_phase)
        ends.push_back(node);
    if (!ends.empty() && has_players_to_ask()) report(FaultType::unexpected_end, ends, 0);
  }

  bool has_players_to_ask() const {
    return std::ranges::any_of(runtime_.program().phases(), &PlayPhase::asks_players);
  }

  /// States that cannot be left, whatever is chosen.
  void report_traps() {
    auto const traps = traps_in(*graph_, *predecessors_);
    if (!traps.loops.empty()) report(FaultType::auto_loop, traps.loops);
    report_each_phase(FaultType::stuck_phase, [&traps](NodeId node) { return traps.stuck[node]; });
    if (!traps.endless.empty())
      report(traps.endless.front() == 0 ? FaultType::unreachable_end : FaultType::no_end, traps.endless);
  }

  void note_reach() {
    std::set<std::uint32_t> phases;
    std::set<std::pair<std::uint32_t, std::uint32_t>> actions;
    for (auto const& node : graph_->nodes()) {
      phases.insert(node.phase);
      outcome_.ends = outcome_.ends || node.kind == Kind::ended;
    }
    for (auto const& group : graph_->groups())
      if (group.is_move()) actions.emplace(graph_->nodes()[group.from].phase, group.action);
    auto const& all = runtime_.program().phases();
    for (auto const phase : phases)
      if (phase != StateGraph::none) outcome_.phases.push_back(all[phase].name);
    for (auto const& [phase, action] : actions)
      outcome_.actions.push_back(all[phase].name + "." + all[phase].actions[action].id);
  }

  void unentered() {
    if (std::ranges::any_of(graph_->groups(), [](Group const& group) { return !group.exhaustive; })) return;
    std::set<std::string> entered{std::string(game::first_phase)};
    for (auto const& node : graph_->nodes())
      entered.insert(phase_name(node.phase));
    std::vector<game::Transition> declared;
    for (auto const& each : runtime_.program().transitions())
      declared.push_back(*each.declared);
    game::PhaseGraph const graph(declared);
    auto const reachable = graph.reachable_from(game::first_phase);
    for (auto const& phase : runtime_.program().phases())
      if (!entered.contains(phase.name) && reachable.contains(phase.name))
        outcome_.faults.push_back(unentered_phase(phase.name));
  }

  FoundFault unentered_phase(std::string const& phase) {
    FoundFault fault{FaultType::unreachable_phase, true, phase};
    for (auto const& transition : runtime_.program().transitions()) {
      if (transition.declared->to != phase) continue;
      fault.fragment = "transitions." + transition.declared->id;
      fault.message = fmt::format("Phase '{}' is never entered: '{}' into it {}", phase,
                                  transition.declared->id, what_keeps(transition));
      break;
    }
    return fault;
  }

  std::string what_keeps(PlayTransition const& transition) {
    std::vector<bool> held(transition.tests.size(), false);
    for (NodeId node = 0; node < graph_->nodes().size(); ++node) {
      auto const phase = graph_->nodes()[node].phase;
      if (graph_->nodes()[node].kind == Kind::fault || phase_name(phase) != transition.declared->from)
        continue;
      bool all = true;
      for (std::size_t i = 0; i < held.size(); ++i) {
        auto const holds = runtime_.holds(transition.tests[i], graph_->row(node));
        held[i] = held[i] || holds;
        all = all && holds;
      }
      if (all && graph_->nodes()[node].kind == Kind::automatic)
        return fmt::format("is shadowed by '{}'",
                           runtime_.program().transitions()[graph_->groups(node)[0].action].declared->id);
    }
    for (std::size_t i = 0; i < held.size(); ++i)
      if (!held[i])
        return fmt::format("waits for its precondition '{}', which never holds", transition.tested[i]->id);
    return fmt::format("waits for preconditions that never hold together in phase '{}'",
                       transition.declared->from);
  }

  Runtime exact_;
  Runtime runtime_;
  std::optional<Row> exact_from_; ///< where the search starts; std::nullopt: at the beginning of the game
  std::optional<StateGraph> graph_;
  std::optional<Predecessors> predecessors_;
  SearchOutcome outcome_;
};

} // namespace

SearchOutcome search_faults(game::Game const& game, std::vector<std::string> const& players,
                            SearchLimits const& limits, Value const* from) {
  return FaultFinder(game, players, limits, from).outcome();
}

} // namespace artifactd::play
