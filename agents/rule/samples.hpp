// The sample paths a rule is tried on, from `{"root": …, "paths": […]}` in strict JSON. Bounded in bytes,
// number and length; paths are only text and never opened.
#pragma once

#include "agents/rule/sample_path.hpp"
#include "state/vocabulary/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

struct SampleLimits {
  std::size_t bytes = 4 * 1024 * 1024UL;
  std::size_t paths = 10'000;
  std::size_t path = 4096; ///< bytes of one path: PATH_MAX
};

struct Samples {
  std::string file = {}; ///< the name to show
  std::string root = {}; ///< empty: none
  std::vector<SamplePath> paths = {};
  /// json.* or file.too_large (syntax), samples.invalid (schema), samples.missing
  std::vector<Finding> findings = {};
};

/// If there are findings, there are no paths.
[[nodiscard]] Samples read_samples(std::string_view file, std::string_view text,
                                   SampleLimits const& limits = {});

/// The first three paths, unchanged, and how many more there are.
[[nodiscard]] std::string first_paths(Samples const& samples);

/// For a rule without a samples file: samples.missing.
[[nodiscard]] Samples no_samples(std::string_view file);

} // namespace artifactd::extraction
