// The settlings that are swept: the session before, the program that is run, and the required result.
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
  std::optional<Runner> settled_by = {}; ///< the program that recovers, if it is a different one
  /// What another program does at this call of the settling; usually nothing.
  std::function<void(Stage&, Call const&)> meddle = [](Stage&, Call const&) {};
};

[[nodiscard]] std::vector<Scenario> scenarios();

/// Puts another program's graph in place right before artifactd exchanges the graphs, once.
void replace_graph_at_exchange(Stage& stage, Call const& call);

/// The state of a tuning run, accepted, restored and updated.
[[nodiscard]] std::vector<Scenario> state_scenarios();

/// A tuning run driven from beginning to end.
[[nodiscard]] std::vector<Scenario> run_scenarios();

/// Artifacts that the editor repairs.
[[nodiscard]] std::vector<Scenario> edit_scenarios();

/// A play whose state was tampered with, and a correction that is confirmed; a play that adopts another
/// version of its game.
[[nodiscard]] std::vector<Scenario> play_scenarios();

/// A story whose first turn is requested.
[[nodiscard]] std::vector<Scenario> turn_scenarios();

/// Sessions as artifactd leaves them if it is killed at a chosen point.
[[nodiscard]] std::vector<Scenario> recoveries();

} // namespace artifactd::faults
