// An additional kind of work, to show what one requires: `tally` signals add up the numbers in
// `tallies/<name>.txt` and write `tallies/<name>.sum`. A line `throw` throws, as a bug in the work would.
#pragma once

#include "state/settle/kind_of_work.hpp"
#include "state/vocabulary/finding.hpp"

namespace artifactd::toy {

inline constexpr std::array tally_codes = {
    FindingCode{"tally.not_a_number", Tier::syntax, "a line is not a whole number"},
};

inline constexpr KindTraits tally_traits{.inputs = "tallies/{0}.txt",
                                         .first_file = "tallies/{0}.txt",
                                         .names = {"tallies"},
                                         .to_repair = "correct the numbers",
                                         .codes = [] { return std::span<FindingCode const>(tally_codes); }};
inline constexpr Kind tally_kind("tally", tally_traits);

[[nodiscard]] KindOfWork tally_work();

} // namespace artifactd::toy
