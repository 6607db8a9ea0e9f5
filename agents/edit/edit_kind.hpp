// `edit` signals: request the repair of the artifacts that a request names.
#pragma once

#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/kind.hpp"

namespace artifactd {

/// The codes of requests and of the game checks.
[[nodiscard]] std::span<FindingCode const> edit_codes();

/// An agent has its own files edited, nobody else's.
[[nodiscard]] std::string beyond_own_files(std::string_view request, std::string_view agent);

inline constexpr KindTraits edit_traits{
    .inputs = "edits/{0}.json",
    .first_file = "edits/{0}.json",
    .content = ", such as `{\"agent\": \"NAME\"}` for what the checks find, or "
               "`{\"agent\": \"NAME\", \"wish\": \"what is to change\"}`",
    .names = {"edits"},
    .to_repair = "repair edits/{0}.json",
    .to_do = "Repair what is named above, or request something else in {0}.",
    .beyond_agent = beyond_own_files,
    .codes = edit_codes};
inline constexpr Kind edit_kind("edit", edit_traits);

} // namespace artifactd
