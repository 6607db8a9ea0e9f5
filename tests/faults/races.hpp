// Races against artifactd while it settles one signal: at each of its calls the agent or a person drops
// again, withdraws the signal, resubmits refused work or cleans up, and sometimes the program is killed
// shortly after. In any case nothing is lost, nothing is judged that was not submitted, and an agent that
// dropped once and waits never reads a wrong verdict.
#pragma once

#include "tests/faults/oracle.hpp"

#include <cstddef>
#include <string_view>

namespace artifactd::faults {

enum class Deed : std::uint8_t {
  drop_good,   ///< writes good work and drops it, replacing any signal
  drop_bad,    ///< the same with bad work
  rewrite,     ///< writes other good work without dropping: forbidden, but must do no harm
  withdraw,    ///< deletes `.lock` and begins to write something else
  hand_back,   ///< repairs refused work and renames `.error` back
  delete_error ///< deletes `.error` and begins to write something else
};

struct Race {
  std::string name;
  bool good;           ///< whether the work being settled is good
  bool refused_before; ///< its agent was refused before and left `.error` in place
  Deed deed;
};

struct RaceOptions {
  Binaries binaries;
  std::size_t step = 1;       ///< every step-th call
  std::size_t kill_step = 1;  ///< every step-th call after the deed
  bool stop_at_first = false; ///< one violation is enough
};

struct Raced {
  std::size_t runs = 0;
  double seconds = 0;
  Violations violations;
};

[[nodiscard]] std::vector<Race> races();

[[nodiscard]] Raced sweep_race(Race const& race, RaceOptions const& options);

} // namespace artifactd::faults
