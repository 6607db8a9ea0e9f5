#include "agents/rule/draft/rule_fit.hpp"

#include "agents/rule/extract.hpp"
#include "state/json/json_text.hpp"

#include <tuple>

namespace artifactd::extraction {

namespace {

constexpr std::size_t most_near_misses_told = 20;

} // namespace

RuleFit fit_of(Rule const& rule, std::span<SamplePath const> paths, std::span<std::size_t const> members) {
  RuleFit fit{.wanted = members.size(), .fields = rule.fields.size()};
  auto next = members.begin();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto const is_member = next != members.end() && *next == i;
    if (is_member) ++next;
    if (!rule.glob.matches(paths[i].parts)) continue;
    if (!is_member) {
      if (++fit.strangers <= most_near_misses_told) fit.near_misses.push_back(paths[i].given);
      continue;
    }
    ++fit.matched;
    if (status_of(extract(rule, paths[i])) == PathStatus::complete) ++fit.complete;
  }
  return fit;
}

bool is_worse(RuleFit const& a, RuleFit const& b) noexcept {
  auto const rank = [](RuleFit const& fit) {
    return std::tuple(fit.matched, -static_cast<std::ptrdiff_t>(fit.strangers), fit.complete * fit.fields);
  };
  return rank(a) < rank(b);
}

Json to_json(RuleFit const& fit) {
  return {{"wanted", fit.wanted},
          {"matched", fit.matched},
          {"complete", fit.complete},
          {"near_misses", fit.near_misses},
          {"near_miss_count", fit.strangers}};
}

} // namespace artifactd::extraction
