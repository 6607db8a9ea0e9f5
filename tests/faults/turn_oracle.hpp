// What must hold of a story in which one turn is requested, after any fault: it is at the same scene or at
// the next one, its signal remains until the turn is written and its result exists, and in the end it has
// advanced once. A call of the model is repeated only if its reply was not yet recorded when the fault
// occurred.
#pragma once

#include "tests/faults/stage.hpp"

#include <string>
#include <vector>

namespace artifactd::faults {

struct ExpectedTurn {
  std::string name; ///< of its signal and its files
  /// Turns played before; with Stage::meddled the last of them is undone.
  std::size_t before = 0;
};

/// Checks at every call that a signal is removed only if its result exists.
class TurnReader {
public:
  explicit TurnReader(ExpectedTurn turn) : turn_(std::move(turn)) {}

  void look(Stage const& stage, std::vector<std::string>& found);

private:
  ExpectedTurn turn_;
  bool waiting_ = true;
};

[[nodiscard]] std::vector<std::string>
check_turn_interrupted(Stage const& stage, ExpectedTurn const& expected, Ending const& ending);
[[nodiscard]] std::vector<std::string> check_turn_settled(Stage const& stage, ExpectedTurn const& expected,
                                                          Ending const& ending);

} // namespace artifactd::faults
