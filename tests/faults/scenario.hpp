// The settlings that are swept: how the session looks before, what is run, and how it has to end.
#pragma once

#include "tests/faults/oracle.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace artifactd::faults {

enum class Runner : std::uint8_t {
  artifactctl_merge,
  artifactctl_update,
  artifactd_once,
  fix_apply,
  fix_rollback,
  fix_verify,
  edit_by_model,
  turn_play,
  report_confirm,
  play_adopt,
  state_run
};

struct Scenario {
  std::string name;
  std::string agent_rules; ///< for the configuration
  std::function<void(Stage&)> prepare;
  Expectation expected;
  Runner runner = Runner::artifactctl_merge;
  std::optional<Runner> settled_by = {}; ///< what puts things right, if that is another program
  /// What another program does while the settling is at this call; often nothing.
  std::function<void(Stage&, Call const&)> meddle = [](Stage&, Call const&) {};
};

[[nodiscard]] std::vector<Scenario> scenarios();

/// Puts another program's graph in place at the last moment before artifactd swaps the graphs, once.
void replace_graph_at_exchange(Stage& stage, Call const& call);

/// The state of a tuning run, accepted, restored and updated.
[[nodiscard]] std::vector<Scenario> state_scenarios();

/// A tuning run that is driven from its beginning to its end.
[[nodiscard]] std::vector<Scenario> run_scenarios();

/// Artifacts that the editor repairs.
[[nodiscard]] std::vector<Scenario> edit_scenarios();

/// A play whose state somebody changed, and a correction that is confirmed; one that adopts another version
/// of its game.
[[nodiscard]] std::vector<Scenario> play_scenarios();

/// A story whose first turn is asked for.
[[nodiscard]] std::vector<Scenario> turn_scenarios();

/// Sessions as artifactd leaves them when it is killed at a chosen point.
[[nodiscard]] std::vector<Scenario> recoveries();

} // namespace artifactd::faults
