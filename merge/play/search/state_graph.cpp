#include "merge/play/search/state_graph.hpp"

#include "merge/game/checks/phase_graph.hpp"

#include <algorithm>

namespace artifactd::play {

namespace {

/// All combinations of one value from each, the last varying fastest; at most `limit`.
std::vector<std::vector<ValueId>> combinations(std::vector<std::vector<ValueId>> const& choices,
                                               std::size_t limit) {
  std::vector<std::vector<ValueId>> all;
  std::vector<std::size_t> at(choices.size(), 0);
  while (all.size() < limit) {
    auto& values = all.emplace_back();
    for (std::size_t i = 0; i < at.size(); ++i)
      values.push_back(choices[i][at[i]]);
    auto turned = at.size();
    while (turned > 0 && ++at[turned - 1] == choices[turned - 1].size())
      at[--turned] = 0;
    if (turned == 0) break;
  }
  return all;
}

std::size_t number_of_combinations(std::vector<std::vector<ValueId>> const& choices, std::size_t limit) {
  std::size_t product = 1;
  for (auto const& each : choices)
    product = std::min(product * each.size(), limit + 1);
  return product;
}

} // namespace

std::size_t StateGraph::RowHash::operator()(std::span<ValueId const> row) const noexcept {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (auto const each : row) {
    hash = (hash ^ each) * 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 31U;
  }
  return hash;
}

StateGraph::StateGraph(Runtime& runtime, SearchLimits const& limits, Row const* from)
    : runtime_(runtime), limits_(limits), moves_(runtime), width_(runtime.program().layout().size()),
      known_(64, RowHash{this}, RowEqual{this}) {
  if (from != nullptr) {
    node_of(*from, true);
  } else {
    if (limits.symmetry) symmetry_ = Symmetry::of(runtime);
    begin();
  }
  explore();
  complete_ = complete_ && !moves_.left_some_out();
}

void StateGraph::begin() {
  auto const start = runtime_.start();
  nodes_.push_back({Kind::automatic, none, 0, 0, none});
  rows_.insert(rows_.end(), start.begin(), start.end());
  states_ = 1;
  auto const* beginning = runtime_.program().beginning();
  if (beginning != nullptr && beginning->instruction) {
    Group group{0};
    group.action = static_cast<std::uint32_t>(beginning - runtime_.program().transitions().data());
    add_groups(0, start, *beginning->instruction, beginning->declared->to, group);
  } else {
    nodes_[0].kind = Kind::fault;
    nodes_[0].fault = 0;
    faults_.push_back({FaultType::invalid_state,
                       beginning == nullptr
                           ? "Initialize transition not found from init phase"
                           : "Initialize transition instructions not found: " + beginning->declared->id});
  }
}

void StateGraph::explore() {
  for (std::size_t i = 0; !queue_.empty(); ++i) {
    if (i % 1024 == 0 && limits_.on_progress) limits_.on_progress(states_);
    if (i % 64 == 0 && std::chrono::steady_clock::now() > limits_.until) {
      out_of_time_ = true;
      complete_ = false;
      return;
    }
    auto const node = queue_.front();
    queue_.pop_front();
    if (nodes_[node].kind == Kind::unvisited) expand(node);
  }
}

void StateGraph::expand(NodeId node) {
  Row const row(this->row(node).begin(), this->row(node).end());
  auto const standing = runtime_.standing(row);
  auto const& phases = runtime_.program().phases();
  if (standing.phase != nullptr)
    nodes_[node].phase = static_cast<std::uint32_t>(standing.phase - phases.data());
  switch (standing.next) {
  case Standing::Next::end:
    nodes_[node].kind = Kind::ended;
    return;
  case Standing::Next::deadlock:
    nodes_[node].kind = Kind::deadlock;
    return;
  case Standing::Next::fault:
    nodes_[node].kind = Kind::fault;
    nodes_[node].fault = static_cast<std::uint32_t>(faults_.size());
    faults_.push_back({standing.fault, standing.details});
    return;
  case Standing::Next::fire: {
    nodes_[node].kind = Kind::automatic;
    Group group{node};
    group.action = static_cast<std::uint32_t>(standing.transition - runtime_.program().transitions().data());
    add_groups(node, row, *standing.transition->instruction, standing.transition->declared->to, group);
    return;
  }
  case Standing::Next::wait:
    nodes_[node].kind = Kind::waits;
    for (auto const& move : moves_.legal(*standing.phase, row)) {
      Group group{node, move.player, move.action, move.inputs};
      add_groups(node, row, standing.phase->actions[move.action].instruction, standing.phase->name, group);
    }
  }
}

bool StateGraph::matters(Draw const& draw) const {
  auto const field = written_field(draw.path);
  return !field || runtime_.program().is_read(field->name);
}

StateGraph::Choices const& StateGraph::choices(PlayInstruction const& instruction) {
  if (auto const known = choices_.find(&instruction); known != choices_.end()) return known->second;
  Choices choices;
  std::vector<std::vector<ValueId>> drawn;
  for (auto const& draw : instruction.draws) {
    std::vector<ValueId> values;
    std::unordered_set<ValueId> known;
    for (std::size_t i = 0; i < draw.choices.size(); ++i)
      if (draw.weights[i] > 0 && known.insert(draw.choices[i]).second) values.push_back(draw.choices[i]);
    if (!matters(draw)) values.resize(1);
    drawn.push_back(std::move(values));
  }
  std::vector<std::vector<ValueId>> open;
  for (auto const& domain : open_domains(runtime_, instruction)) {
    open.push_back(domain.values.empty() ? std::vector{absent} : domain.values);
    choices.exhaustive = choices.exhaustive && domain.exhaustive;
  }
  auto const& use = runtime_.program().use();
  for (auto const& field : instruction.spoken_of)
    if (use.reads(field)) choices.exhaustive = false;
  auto const limit = limits_.combinations;
  if (number_of_combinations(open, limit) > limit) choices.exhaustive = choices.complete = false;
  if (number_of_combinations(drawn, limit) > limit) choices.complete = false;
  choices.drawn = combinations(drawn, limit);
  choices.open = combinations(open, limit);
  return choices_.emplace(&instruction, std::move(choices)).first->second;
}

void StateGraph::add_groups(NodeId node, Row const& row, PlayInstruction const& instruction,
                            std::string const& phase, Group group) {
  auto const& choices = this->choices(instruction);
  complete_ = complete_ && choices.complete;
  if (nodes_[node].groups == 0) nodes_[node].first_group = static_cast<GroupId>(groups_.size());
  Chosen chosen;
  if (group.inputs != nullptr) chosen.inputs = *group.inputs;
  for (std::size_t drawn = 0; drawn < choices.drawn.size(); ++drawn) {
    chosen.drawn = choices.drawn[drawn];
    group.drawn = static_cast<std::uint32_t>(drawn);
    group.exhaustive = choices.exhaustive;
    group.first_outcome = static_cast<std::uint32_t>(outcomes_.size());
    for (auto const& open : choices.open) {
      chosen.open = open;
      next_ = row;
      auto fault = runtime_.run_on(next_, instruction, phase, chosen, group.is_move() ? group.player : 0);
      if (!fault && symmetry_) symmetry_->sort(next_);
      outcomes_.push_back(fault ? fault_node(node, *std::move(fault)) : node_of(next_, group.is_move()));
    }
    group.outcomes = static_cast<std::uint32_t>(outcomes_.size()) - group.first_outcome;
    // If guidance restricts the action, a model may have refused what failed here.
    if (group.is_move() && instruction.has_guidance &&
        std::ranges::any_of(outcomes(group),
                            [this](NodeId next) { return nodes_[next].kind == Kind::fault; }))
      group.exhaustive = false;
    groups_.push_back(group);
    ++nodes_[node].groups;
  }
}

StateGraph::NodeId StateGraph::node_of(std::span<ValueId const> row, bool behind_a_move) {
  if (auto const known = known_.find(row); known != known_.end()) {
    // A state that waits to be visited is nearer than it seemed.
    if (!behind_a_move && nodes_[*known].kind == Kind::unvisited) queue_.push_front(*known);
    return *known;
  }
  if (states_ == limits_.states) return beyond_limits();
  auto const id = static_cast<NodeId>(nodes_.size());
  nodes_.emplace_back();
  rows_.insert(rows_.end(), row.begin(), row.end());
  known_.insert(id);
  ++states_;
  if (behind_a_move)
    queue_.push_back(id);
  else
    queue_.push_front(id);
  return id;
}

/// The single node for faults with these details in this phase.
StateGraph::NodeId StateGraph::fault_node(NodeId before, PlayFault fault) {
  auto const [known, is_new] =
      fault_nodes_.try_emplace({nodes_[before].phase, fault.details}, static_cast<NodeId>(nodes_.size()));
  if (!is_new) return known->second;
  nodes_.push_back({Kind::fault, nodes_[before].phase, 0, 0, static_cast<std::uint32_t>(faults_.size())});
  Row const copy(row(before).begin(), row(before).end());
  rows_.insert(rows_.end(), copy.begin(), copy.end());
  faults_.push_back(std::move(fault));
  return known->second;
}

/// The single node for everything that is not visited.
StateGraph::NodeId StateGraph::beyond_limits() {
  complete_ = false;
  if (beyond_ != none) return beyond_;
  beyond_ = static_cast<NodeId>(nodes_.size());
  nodes_.emplace_back();
  rows_.resize(rows_.size() + width_, absent);
  return beyond_;
}

PlayInstruction const& StateGraph::instruction(Group const& group) const {
  auto const& program = runtime_.program();
  if (!group.is_move()) return *program.transitions()[group.action].instruction;
  return program.phases()[nodes_[group.from].phase].actions[group.action].instruction;
}

Chosen StateGraph::chosen(Group const& group, std::uint32_t outcome) const {
  auto const& choices = choices_.at(&instruction(group));
  Chosen chosen;
  if (group.inputs != nullptr) chosen.inputs = *group.inputs;
  chosen.drawn = choices.drawn[group.drawn];
  chosen.open = choices.open[outcome];
  return chosen;
}

Seats StateGraph::seats_after(Group const& group, std::uint32_t outcome) {
  if (!symmetry_ || nodes_[outcomes(group)[outcome]].kind == Kind::fault) return {};
  Row next(row(group.from).begin(), row(group.from).end());
  auto const& transition = runtime_.program().transitions()[group.action];
  auto const& phase =
      group.is_move() ? runtime_.program().phases()[nodes_[group.from].phase].name : transition.declared->to;
  if (runtime_.run_on(next, instruction(group), phase, chosen(group, outcome),
                      group.is_move() ? group.player : 0))
    return {};
  return symmetry_->sort(next);
}

} // namespace artifactd::play
