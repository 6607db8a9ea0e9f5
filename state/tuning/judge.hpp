// The judge of tuning states: a text is judged as a snapshot and, if there is an accepted predecessor, as a
// step from it. Pure: nothing is read, written or remembered. The first tier that finds an error ends the
// judgement: syntax (S01), structure (S02 to S08), then everything else at once.
#pragma once

#include "state/tuning/tuning_state.hpp"
#include "state/vocabulary/finding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::tuning {

struct Judgement {
  std::vector<Finding> findings;    ///< errors and warnings, in the order of the text
  std::optional<TuningState> state; ///< unset if syntax or structure was refused

  [[nodiscard]] bool refused() const noexcept;
};

/// `file` is the file name in the findings.
[[nodiscard]] Judgement judge(std::string const& file, std::string text,
                              TuningState const* accepted = nullptr);

} // namespace artifactd::tuning
