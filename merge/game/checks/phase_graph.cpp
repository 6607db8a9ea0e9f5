#include "merge/game/checks/phase_graph.hpp"

#include <algorithm>

namespace artifactd::game {

namespace {

constexpr std::size_t most_phases_deep = 1'000;  // the search recurses
constexpr std::size_t most_steps_tried = 20'000; // paths multiply with every branch

/// Depth-first search over all simple paths, until one matches or there were too many.
class WaySearch {
public:
  WaySearch(PhaseGraph const& graph, std::function<bool(Transition const&)> const& wanted)
      : graph_(graph), wanted_(wanted), useful_(graph.leading_to(last_phase)) {}

  enum class Answer : std::uint8_t { none, found, too_many };

  Answer from(std::string_view phase, bool took_wanted) {
    if (phase == last_phase) return took_wanted ? Answer::found : Answer::none;
    if (visited_.size() > most_phases_deep) return Answer::too_many;
    visited_.insert(phase);
    auto answer = onward(phase, took_wanted);
    visited_.erase(phase);
    return answer;
  }

private:
  Answer onward(std::string_view phase, bool took_wanted) {
    for (auto const* next : graph_.leaving(phase)) {
      if (visited_.contains(next->to) || !useful_.contains(next->to)) continue;
      if (++steps_ > most_steps_tried) return Answer::too_many;
      auto answer = from(next->to, took_wanted || wanted_(*next));
      if (answer != Answer::none) return answer;
    }
    return Answer::none;
  }

  PhaseGraph const& graph_;
  std::function<bool(Transition const&)> const& wanted_;
  std::set<std::string_view> useful_;
  std::set<std::string_view> visited_;
  std::size_t steps_ = 0;
};

std::vector<Transition const*> const&
edges_at(std::map<std::string_view, std::vector<Transition const*>> const& edges, std::string_view phase) {
  static std::vector<Transition const*> const none;
  auto found = edges.find(phase);
  return found == edges.end() ? none : found->second;
}

} // namespace

PhaseGraph::PhaseGraph(std::vector<Transition> const& transitions) {
  for (auto const& each : transitions) {
    if (each.from.empty() || each.to.empty()) continue;
    leaving_[each.from].push_back(&each);
    entering_[each.to].push_back(&each);
  }
}

std::set<std::string_view> PhaseGraph::closure(std::string_view from, Edges const& edges, bool forward) {
  std::set<std::string_view> seen{from};
  std::vector<std::string_view> open{from};
  while (!open.empty()) {
    auto phase = open.back();
    open.pop_back();
    for (auto const* each : edges_at(edges, phase)) {
      std::string_view next = forward ? each->to : each->from;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return seen;
}

std::set<std::string_view> PhaseGraph::reachable_from(std::string_view phase) const {
  return closure(phase, leaving_, true);
}

std::set<std::string_view> PhaseGraph::leading_to(std::string_view phase) const {
  return closure(phase, entering_, false);
}

std::vector<Transition const*> const& PhaseGraph::leaving(std::string_view phase) const {
  return edges_at(leaving_, phase);
}

std::vector<Transition const*> const& PhaseGraph::entering(std::string_view phase) const {
  return edges_at(entering_, phase);
}

bool PhaseGraph::some_way_takes(std::function<bool(Transition const&)> const& wanted) const {
  auto const reached = reachable_from(first_phase);
  auto const leading = leading_to(last_phase);
  auto on_some_walk = false;
  for (auto const& [phase, transitions] : leaving_)
    on_some_walk |= reached.contains(phase) && std::ranges::any_of(transitions, [&](Transition const* each) {
                      return leading.contains(each->to) && wanted(*each);
                    });
  if (!on_some_walk) return false;
  return WaySearch(*this, wanted).from(first_phase, false) != WaySearch::Answer::none;
}

} // namespace artifactd::game
