#include "agents/rule/draft/rule_fit.hpp"

#include "agents/rule/extract.hpp"

#include <tuple>

namespace artifactd::extraction {

RuleFit fit_of(Rule const& rule, std::span<SamplePath const> paths, std::span<std::size_t const> members) {
  RuleFit fit;
  fit.wanted = members.size();
  fit.fields = rule.fields.size();
  auto next = members.begin();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto const is_member = next != members.end() && *next == i;
    if (is_member) ++next;
    if (!rule.glob.matches(paths[i].parts)) continue;
    if (!is_member) {
      fit.strangers.push_back(i);
      continue;
    }
    ++fit.matched;
    if (status_of(extract(rule, paths[i])) == PathStatus::complete) ++fit.complete;
  }
  return fit;
}

bool is_worse(RuleFit const& a, RuleFit const& b) noexcept {
  auto const rank = [](RuleFit const& fit) {
    return std::tuple(fit.matched, -static_cast<std::ptrdiff_t>(fit.strangers.size()),
                      fit.complete * fit.fields);
  };
  return rank(a) < rank(b);
}

} // namespace artifactd::extraction
