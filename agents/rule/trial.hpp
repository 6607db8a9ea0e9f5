// The third tier: a rule tried on its sample paths. It must match at least one (GLOB_MISMATCH), extract
// something from at least one of those (EMPTY_EXTRACTION), and no value in any path may have the wrong type
// (TYPE_COERCION_FAILED). A valid rule comes with a preview of what it does.
#pragma once

#include "agents/rule/extract.hpp"
#include "agents/rule/rule.hpp"
#include "agents/rule/samples.hpp"
#include "state/json/raw_text.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::extraction {

inline constexpr std::size_t previewed = 5;

struct Preview {
  std::string path; ///< as given
  nlohmann::ordered_json extracted;
  std::optional<PathStatus> status = {}; ///< of a rule; an extractor has none
};

struct Trial {
  std::vector<Finding> findings;
  std::vector<PathStatus> statuses; ///< one per sample, in order
  std::vector<Preview> preview;     ///< of the first samples that match
};

/// [{path, extracted, status}]
[[nodiscard]] nlohmann::ordered_json to_json(std::vector<Preview> const& preview);

/// {"COMPLETE": n, …}, in order of first appearance.
[[nodiscard]] nlohmann::ordered_json counted(std::vector<PathStatus> const& statuses);

/// `raw` is the text the rule was read from. `samples` has at least one path.
[[nodiscard]] Trial try_rule(RawText const& raw, Rule const& rule, Samples const& samples);

} // namespace artifactd::extraction
