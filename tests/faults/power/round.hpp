// The settlements that meet a power cut: what stood before and is durable, what an agent then hands in
// without syncing anything, and what must hold once the machine is up again and artifactd ran.
#pragma once

#include "tests/faults/graph_values.hpp"
#include "tests/faults/reader.hpp"

#include <functional>

namespace artifactd::faults {

/// What there is to know of a moment: taken before the cut, and again of what it left.
struct Moment {
  Receipt receipt = Receipt::waiting;
  bool handed_in = false; ///< the signal or document is there
  bool intact = false;    ///< the inputs are those that were handed in
  bool ended = false;     ///< the program had ended by itself
};

struct Round {
  std::string name;
  std::string configuration;
  std::function<void(Stage&)> before;
  std::function<void(Stage&)> hand_in;
  std::function<Moment(Stage const&)> look;
  /// The last look before the cut: what was published by then has to stay.
  std::function<void(Stage const&)> remember = [](Stage const&) {};
  /// What an agent does that goes on working after what it saw; nothing is dropped.
  std::function<void(Stage&, Receipt seen)> go_on;
  /// `seen` before the cut, `left` by it.
  std::function<Violations(Stage const&, Moment const& seen, Moment const& left)> check;
  /// Hands in once more and checks that this is judged for what it is.
  std::function<Violations(Stage&)> next_round;
  std::function<Program(Stage const&)> program = [](Stage const& stage) { return stage.once(); };
};

/// Work of agents and rules, which signals hand in.
[[nodiscard]] std::vector<Round> signal_rounds();
/// Documents and edits.
[[nodiscard]] std::vector<Round> document_rounds();

} // namespace artifactd::faults
