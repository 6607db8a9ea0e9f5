// `rule` signals: an extraction rule or extractor is vetted with its samples.
#pragma once

#include "state/kind.hpp"

namespace artifactd {

inline constexpr KindTraits rule_traits{.slow = true,
                                        .inputs = "rules/",
                                        .first_file = "rules/{0}.yaml",
                                        .endings = {".yaml", ".py", ".txt"},
                                        .names = {"rules"},
                                        .to_repair = "repair the artifacts"};
inline constexpr Kind rule_kind("rule", rule_traits);

} // namespace artifactd
