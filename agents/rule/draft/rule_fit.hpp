// How well a rule fits the paths it was made for.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace artifactd::extraction {

struct RuleFit {
  std::size_t wanted = 0;   ///< paths it is for
  std::size_t matched = 0;  ///< how many of these match
  std::size_t complete = 0; ///< how many of those have a value for every field
  std::size_t fields = 0;
  std::size_t strangers = 0;                 ///< other paths that it matches too: near misses
  std::vector<std::string> near_misses = {}; ///< the first twenty of these
};

/// `members`: indices of the paths it is for, ascending.
[[nodiscard]] RuleFit fit_of(Rule const& rule, std::span<SamplePath const> paths,
                             std::span<std::size_t const> members);

/// Whether `a` fits worse than `b`: it misses more paths, matches more strangers, or extracts fewer values.
[[nodiscard]] bool is_worse(RuleFit const& a, RuleFit const& b) noexcept;

[[nodiscard]] nlohmann::ordered_json to_json(RuleFit const& fit);

} // namespace artifactd::extraction
