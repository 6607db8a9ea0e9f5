// A whole edit of one game by rules and models: first what the rules can prove, then plans and fragments
// written by models, all under the same guard.
#pragma once

#include "agents/edit/model/model_desk.hpp"
#include "agents/edit/repair.hpp"

namespace artifactd::editor {

/// Whether models write fragments; if not, changes that need it stay open.
enum class Writing : std::uint8_t { no, yes };

[[nodiscard]] Repair repair_by_models(Standing broken, ModelDesk& desk, std::string const& specification,
                                      unsigned attempts = most_attempts, Writing writing = Writing::yes);

} // namespace artifactd::editor
