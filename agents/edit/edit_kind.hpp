// `edit` signals: the artifacts that a request names are repaired.
#pragma once

#include "state/kind.hpp"

namespace artifactd {

inline constexpr KindTraits edit_traits{.inputs = "edits/{0}.json",
                                        .first_file = "edits/{0}.json",
                                        .names = {"edits"},
                                        .to_repair = "put edits/{0}.json right",
                                        .to_do =
                                            "Repair what is named above, or ask for something else in {0}."};
inline constexpr Kind edit_kind("edit", edit_traits);

} // namespace artifactd
