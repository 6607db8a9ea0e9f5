// `confirm` and `reject` signals, named for a proposed correction: a decision by somebody who cannot run
// commands. Only if the operator allows that ([play] confirm = "file").
#pragma once

#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/kind.hpp"

namespace artifactd {

inline constexpr std::array decision_codes = {
    FindingCode{"decision.not_allowed", Tier::semantic, "signals cannot decide corrections here"},
    FindingCode{"decision.no_proposal", Tier::semantic, "there is no such proposal"},
    FindingCode{"decision.closed", Tier::semantic, "it was decided differently, or has expired"},
    FindingCode{"decision.impossible", Tier::semantic, "the correction cannot be made"},
};

inline constexpr KindTraits decision_traits{
    .pace = Pace::waiting,
    .inputs = "reports/",
    .names = {"reports"},
    .to_repair = "look at the proposals (artifactctl report list SESSION)",
    .to_do = "Name the id of an open proposal, from the answer to a report.",
    .codes = [] { return std::span<FindingCode const>(decision_codes); }};
inline constexpr Kind confirm_kind("confirm", decision_traits);
/// It shares the codes of `confirm`.
inline constexpr KindTraits rejection_traits{.pace = Pace::waiting,
                                             .inputs = decision_traits.inputs,
                                             .names = decision_traits.names,
                                             .to_repair = decision_traits.to_repair,
                                             .to_do = decision_traits.to_do};
inline constexpr Kind reject_kind("reject", rejection_traits);

} // namespace artifactd
