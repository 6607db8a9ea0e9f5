// `report` signals: a player says what is wrong with a play, and is answered.
#pragma once

#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/kind.hpp"

namespace artifactd {

inline constexpr std::array report_codes = {
    FindingCode{"report.shape", Tier::schema, "reports/<name>.json is not a valid report"},
    FindingCode{"report.text", Tier::schema, "the message is empty, not UTF-8 or has U+0000"},
    FindingCode{"report.no_play", Tier::semantic,
                "there is no such play, or it is unclear which one is meant"},
    FindingCode{"report.no_player", Tier::semantic, "the play has no such player"},
    FindingCode{"report.no_step", Tier::semantic, "the play has no such step"},
    FindingCode{"report.no_report", Tier::semantic, "the earlier report does not exist"},
    FindingCode{"report.no_artifacts", Tier::semantic,
                "the artifacts that the play was played with are gone"},
};

inline constexpr KindTraits report_traits{.pace = Pace::waiting,
                                          .inputs = "reports/{0}.json",
                                          .first_file = "reports/{0}.json",
                                          .content = ", such as `{\"message\": \"what is wrong\", \"play\": "
                                                     "\"PLAY\", \"playerId\": \"PLAYER\"}`",
                                          .names = {"reports"},
                                          .to_repair = "correct reports/{0}.json",
                                          .to_do = "Change {0} as described above, and submit it again.",
                                          .asks = true,
                                          .codes = [] { return std::span<FindingCode const>(report_codes); }};
inline constexpr Kind report_kind("report", report_traits);

} // namespace artifactd
