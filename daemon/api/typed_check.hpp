// Files checked while somebody writes them, before they are on disk. Nothing is written.
#pragma once

#include "daemon/interventions/case.hpp"
#include "daemon/interventions/placed_files.hpp"
#include "merge/kg/kg_work.hpp"

#include <string_view>
#include <vector>

namespace artifactd {

struct TypedCheck {
  std::vector<Finding> findings;
  std::vector<std::string_view> checked; ///< the tiers that were judged as far as no earlier one has an error
};

/// What settling would find if these files were in their places. Without `programs` no jq program, play or
/// extractor is run. Of kinds whose requests depend on other things, only the syntax is checked.
[[nodiscard]] Result<TypedCheck> check_typed(Case const& chosen, std::vector<PlacedFile> const& files,
                                             FormerFiles former, Programs programs);

} // namespace artifactd
