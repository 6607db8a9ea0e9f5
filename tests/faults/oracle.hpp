// What must hold of a session after any fault, judged from the files alone, without any of artifactd's code.
// Each violation is one sentence.
#pragma once

#include "tests/faults/edit_oracle.hpp"
#include "tests/faults/fix_oracle.hpp"
#include "tests/faults/play_oracle.hpp"
#include "tests/faults/run_oracle.hpp"
#include "tests/faults/stage.hpp"
#include "tests/faults/state_oracle.hpp"
#include "tests/faults/turn_oracle.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::faults {

struct GoodAgent {
  std::string name;
  std::string members;           ///< the graph members that merging it sets, as a JSON object
  std::string members_anew = {}; ///< the same after it wrote and dropped again during the settling
};

struct GoodRule {
  std::string name;
  std::string extracted; ///< extracted from the one sample, as a JSON object
};

struct BadAgent {
  std::string name;
  std::string code; ///< code of its first finding
  int attempts = 1; ///< drops that were or will be refused
  std::string kind = "kg";
};

struct Expectation {
  std::optional<std::string> base;    ///< the graph before; std::nullopt if there is none
  std::optional<std::string> foreign; ///< the graph that a meddling program puts in its place
  std::vector<GoodAgent> good;
  std::vector<BadAgent> bad;
  /// Texts of the base (and the foreign graph) that no merge may reformat.
  std::vector<std::string> untouched;
  std::vector<GoodRule> rules = {};
  std::optional<ExpectedState> state = {};
  std::optional<ExpectedFix> fix = {};
  std::optional<ExpectedRun> run = {};
  std::optional<ExpectedEdit> edit = {};
  std::optional<ExpectedTurn> turn = {};
  std::shared_ptr<ExpectedChange const> change = {}; ///< known once a stage has been prepared
};

enum class Interruption : std::uint8_t { killed, error };

/// Right after the fault, before any recovery.
Violations check_interrupted(Stage const& stage, Expectation const& expected, Interruption how,
                             Ending const& ending);

/// After one more run without faults: everything is settled and nothing is left behind.
Violations check_settled(Stage const& stage, Expectation const& expected, Ending const& ending);

} // namespace artifactd::faults
