// The paths that a person wants rules for, and their shapes.
#pragma once

#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/samples.hpp"
#include "daemon/commands/rule/rule_options.hpp"
#include "state/platform/result.hpp"
#include "state/vocabulary/progress.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct PathSurvey {
  std::string root;
  std::vector<extraction::SamplePath> paths;
  std::vector<extraction::PathShape> shapes; ///< those that get rules, by coverage
  std::vector<std::string> notes;

  /// Some of the paths of a shape, spread over all of it.
  [[nodiscard]] extraction::Samples samples(std::size_t shape, std::size_t most) const;
};

/// Fault::missing if there is no path at all, or no such shape.
Result<PathSurvey> survey_paths(RuleDraftOptions const& options, OnProgress const& on_progress);

/// {"root": …, "paths": […]}, the format of rules/<name>.samples.json.
[[nodiscard]] std::string to_json_text(extraction::Samples const& samples);

} // namespace artifactd
