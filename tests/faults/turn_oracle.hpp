// What must hold of a story in which one turn is asked for, after any fault: it is at the scene it was or at
// the next one, its signal waits until the turn is written and its result is there, and in the end it has
// advanced once. A call of the model is made again only if its reply was not on record yet when the fault
// came.
#pragma once

#include "tests/faults/stage.hpp"

#include <string>
#include <vector>

namespace artifactd::faults {

struct ExpectedTurn {
  std::string name; ///< of its signal and its files
  std::size_t before =
      0; ///< turns that were played before; with Stage::meddled the last of them is taken back
};

/// Looks at every call: a signal that goes must leave its result behind.
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
