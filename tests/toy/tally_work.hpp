// A kind of work of its own, to show what one takes: `tally` signals have the numbers in `tallies/<name>.txt`
// added up into `tallies/<name>.sum`. A line `throw` throws, as a mistake in the work would.
#pragma once

#include "state/finding.hpp"
#include "state/settle/kind_of_work.hpp"

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
