// What a person wants rules for: the paths, and which shapes they have.
#pragma once

#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/samples.hpp"
#include "daemon/commands/rule_options.hpp"
#include "state/result.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct PathSurvey {
  std::string root;
  std::vector<extraction::SamplePath> paths;
  std::vector<extraction::PathShape> shapes; ///< those rules are made for, by coverage
  std::size_t strays = 0;                    ///< paths in shapes of their own
  std::vector<std::string> notes;

  /// Some of the paths of a shape, from all over it.
  [[nodiscard]] extraction::Samples samples(std::size_t shape, std::size_t most) const;
};

/// Fault::missing where there is no path at all, and for a shape there is not.
Result<PathSurvey> survey_paths(RuleDraftOptions const& options);

/// {"root": …, "paths": […]}, as rules/<name>.samples.json has it.
[[nodiscard]] std::string to_json_text(extraction::Samples const& samples);

} // namespace artifactd
