// Every state a game can reach, and the steps between them: breadth first by player actions, since automatic
// steps cost nothing. Choices are separated by who makes them: a player or chance picks a group, a model
// picks one of its outcomes.
#pragma once

#include "merge/play/runtime/moves.hpp"
#include "merge/play/search/symmetry.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <unordered_set>
#include <vector>

namespace artifactd::play {

struct SearchLimits {
  std::size_t states = 200'000;
  /// The most combinations of draws, or of model values, that are tried for one instruction.
  std::size_t combinations = 4'096;
  bool symmetry = true; ///< visits only one of the states that differ only in which player has which part
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  /// Called now and then with the number of states seen; may be empty.
  std::function<void(std::size_t states)> on_progress = {};
};

class StateGraph {
public:
  using NodeId = std::uint32_t;
  using GroupId = std::uint32_t;
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  enum class Kind : std::uint8_t {
    automatic, ///< a transition fires
    waits,
    ended,
    deadlock,
    fault,    ///< the attempted step fails: no state, but a placeholder for the fault
    unvisited ///< beyond the limits
  };
  struct Node {
    Kind kind = Kind::unvisited;
    std::uint32_t phase = none; ///< index in the program; for a fault, that before it
    GroupId first_group = 0;
    GroupId groups = 0;
    std::uint32_t fault = none; ///< for a fault: its index
  };
  struct Group {
    NodeId from;
    std::uint32_t player = none; ///< for a move; `none` if a transition fires
    std::uint32_t action = none; ///< for a move: the index in the phase; else the transition
    std::vector<ValueId> const* inputs = nullptr;
    std::uint32_t drawn = 0; ///< which combination of draws
    std::uint32_t first_outcome = 0;
    std::uint32_t outcomes = 0; ///< one for each combination of open names
    bool exhaustive = true;     ///< no other model value leads anywhere else
    [[nodiscard]] bool is_move() const noexcept { return player != none; }
  };

  /// `from`: the state of a begun game in which the search starts; null: before the first transition.
  StateGraph(Runtime& runtime, SearchLimits const& limits, Row const* from = nullptr);

  /// Node 0 is where the search started.
  [[nodiscard]] std::vector<Node> const& nodes() const noexcept { return nodes_; }
  [[nodiscard]] std::span<Group const> groups(NodeId node) const {
    return std::span(groups_).subspan(nodes_[node].first_group, nodes_[node].groups);
  }
  [[nodiscard]] std::vector<Group> const& groups() const noexcept { return groups_; }
  [[nodiscard]] std::span<NodeId const> outcomes(Group const& group) const {
    return std::span(outcomes_).subspan(group.first_outcome, group.outcomes);
  }
  [[nodiscard]] std::span<ValueId const> row(NodeId node) const {
    return std::span(rows_).subspan(node * width_, width_);
  }
  [[nodiscard]] PlayFault const& fault(NodeId node) const { return faults_[nodes_[node].fault]; }

  /// The instruction a group runs, and the choices of its n-th outcome.
  [[nodiscard]] PlayInstruction const& instruction(Group const& group) const;
  [[nodiscard]] Chosen chosen(Group const& group, std::uint32_t outcome) const;

  /// For interchangeable players: which player of the state before has each part of the state the outcome
  /// leads to. Empty: each keeps its own.
  [[nodiscard]] Seats seats_after(Group const& group, std::uint32_t outcome);

  /// States found, without faults.
  [[nodiscard]] std::size_t states() const noexcept { return states_; }
  /// Whether it contains everything that can happen.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  [[nodiscard]] bool out_of_time() const noexcept { return out_of_time_; }

private:
  struct Choices {
    std::vector<std::vector<ValueId>> drawn; ///< combinations: a value for each draw
    std::vector<std::vector<ValueId>> open;  ///< a value for each name; absent for those that are not open
    bool exhaustive = true;
    bool complete = true; ///< no combination is left out
  };
  struct RowHash {
    using is_transparent = void; // NOLINT(readability-identifier-naming): the standard library looks for it
    StateGraph const* graph;
    std::size_t operator()(NodeId node) const { return (*this)(graph->row(node)); }
    std::size_t operator()(std::span<ValueId const> row) const noexcept;
  };
  struct RowEqual {
    using is_transparent = void; // NOLINT(readability-identifier-naming): the standard library looks for it
    StateGraph const* graph;
    bool operator()(NodeId a, NodeId b) const { return a == b; }
    bool operator()(std::span<ValueId const> a, NodeId b) const {
      return std::ranges::equal(a, graph->row(b));
    }
    bool operator()(NodeId a, std::span<ValueId const> b) const {
      return std::ranges::equal(graph->row(a), b);
    }
  };

  void begin();
  void explore();
  void expand(NodeId node);
  void add_groups(NodeId node, Row const& row, PlayInstruction const& instruction, std::string const& phase,
                  Group group);
  NodeId node_of(std::span<ValueId const> row, bool behind_a_move);
  NodeId fault_node(NodeId before, PlayFault fault);
  NodeId beyond_limits();
  Choices const& choices(PlayInstruction const& instruction);
  [[nodiscard]] bool matters(Draw const& draw) const;

  Runtime& runtime_;
  SearchLimits limits_;
  Moves moves_;
  std::optional<Symmetry> symmetry_; ///< std::nullopt: players differ
  std::size_t width_;
  std::vector<Node> nodes_;
  std::vector<Group> groups_;
  std::vector<NodeId> outcomes_;
  std::vector<ValueId> rows_;
  Row next_; ///< the result of a step, until it has a node
  std::unordered_set<NodeId, RowHash, RowEqual> known_;
  std::deque<NodeId> queue_;
  std::map<PlayInstruction const*, Choices> choices_;
  std::vector<PlayFault> faults_;
  std::map<std::pair<std::uint32_t, std::string>, NodeId> fault_nodes_; ///< by phase and details
  NodeId beyond_ = none;
  std::size_t states_ = 0;
  bool complete_ = true;
  bool out_of_time_ = false;
};

} // namespace artifactd::play
