// The world moves while artifactd settles one signal: at each of its calls the agent or a person drops again,
// takes the signal back, hands refused work in again or tidies up, and now and then the program is killed
// shortly after. Whatever they do, nothing is lost, nothing is judged that was not handed in, and who dropped
// once and waits never reads a wrong verdict.
#pragma once

#include "tests/faults/oracle.hpp"

#include <cstddef>
#include <string_view>

namespace artifactd::faults {

enum class Deed : std::uint8_t {
  drop_good,   ///< writes good work and drops it over whatever stands
  drop_bad,    ///< the same with bad work
  rewrite,     ///< writes other good work and drops nothing: it should not, and must not be hurt
  withdraw,    ///< deletes `.lock` and begins to write something else
  hand_back,   ///< repairs what is refused and renames `.error` back
  delete_error ///< deletes `.error` and begins to write something else
};

struct Race {
  std::string name;
  bool good;           ///< the work that is being settled
  bool refused_before; ///< its agent was refused before and left `.error` where it was
  Deed deed;
};

struct RaceOptions {
  Binaries binaries;
  std::size_t step = 1;       ///< every so many calls
  std::size_t kill_step = 1;  ///< every so many calls after the deed
  bool stop_at_first = false; ///< enough to know that there is a violation
};

struct Raced {
  std::size_t runs = 0;
  double seconds = 0;
  Violations violations;
};

[[nodiscard]] std::vector<Race> races();

[[nodiscard]] Raced sweep_race(Race const& race, RaceOptions const& options);

} // namespace artifactd::faults
