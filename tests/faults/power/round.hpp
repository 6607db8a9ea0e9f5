// The settlements that meet a power cut: what existed before and is durable, what an agent then submits
// without any sync, and what must hold once the machine is up again and artifactd has run.
#pragma once

#include "tests/faults/graph_values.hpp"
#include "tests/faults/reader.hpp"

#include <functional>

namespace artifactd::faults {

/// The observable situation: taken before the cut, and again after it.
struct Moment {
  Receipt receipt = Receipt::waiting;
  bool submitted = false; ///< the signal or document exists
  bool intact = false;    ///< the inputs are those that were submitted
  bool ended = false;     ///< the program had ended by itself
};

struct Round {
  std::string name;
  std::string configuration;
  std::function<void(Stage&)> before;
  std::function<void(Stage&)> submit;
  std::function<Moment(Stage const&)> look;
  /// Called at the last look before the cut: what was published by then must stay.
  std::function<void(Stage const&)> remember = [](Stage const&) {};
  /// How an agent continues working after what it saw; drops nothing.
  std::function<void(Stage&, Receipt seen)> go_on;
  /// `seen` is the situation before the cut, `left` the one after it.
  std::function<Violations(Stage const&, Moment const& seen, Moment const& left)> check;
  /// Submits again and checks that this is judged correctly.
  std::function<Violations(Stage&)> next_round;
  std::function<Program(Stage const&)> program = [](Stage const& stage) { return stage.once(); };
};

/// Work of agents and rules, submitted by signals.
[[nodiscard]] std::vector<Round> signal_rounds();
/// Documents and edits.
[[nodiscard]] std::vector<Round> document_rounds();

} // namespace artifactd::faults
