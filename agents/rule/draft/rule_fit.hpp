// How well a rule fits the paths it was wanted for.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <span>
#include <vector>

namespace artifactd::extraction {

struct RuleFit {
  std::size_t wanted = 0;   ///< paths it is for
  std::size_t matched = 0;  ///< of them
  std::size_t complete = 0; ///< of them: every field has a value
  std::size_t fields = 0;
  std::vector<std::size_t> strangers; ///< other paths that it matches: near misses
};

/// `members`: of the paths, those it is for, in rising order.
[[nodiscard]] RuleFit fit_of(Rule const& rule, std::span<SamplePath const> paths,
                             std::span<std::size_t const> members);

/// Whether `a` tells less of the paths than `b`: it misses more, takes more strangers, or has fewer values.
[[nodiscard]] bool is_worse(RuleFit const& a, RuleFit const& b) noexcept;

} // namespace artifactd::extraction
