// A kind of work of its own, to show what one takes: `tally` signals have the numbers in `tallies/<name>.txt`
// added up into `tallies/<name>.sum`.
#pragma once

#include "state/settle/kind_of_work.hpp"

namespace artifactd::toy {

inline constexpr KindTraits tally_traits{.inputs = "tallies/{0}.txt",
                                         .first_file = "tallies/{0}.txt",
                                         .names = {"tallies"},
                                         .to_repair = "correct the numbers"};
inline constexpr Kind tally_kind("tally", tally_traits);

[[nodiscard]] KindOfWork tally_work();

} // namespace artifactd::toy
