#include "agents/rule/winner.hpp"

#include <algorithm>

namespace artifactd::extraction {

namespace {

/// Whether `rule` comes before `other` if both match.
bool outranks(Rule const& rule, Rule const& other) noexcept {
  if (rule.priority != other.priority) return rule.priority > other.priority;
  return rule.name < other.name; // char_traits<char> compares as unsigned: byte order
}

} // namespace

std::vector<std::size_t> matching_rules(std::span<Rule const> rules, SamplePath const& path) {
  std::vector<std::size_t> matching;
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i].glob.matches(path.parts)) matching.push_back(i);
  std::ranges::sort(matching, [&](auto a, auto b) { return outranks(rules[a], rules[b]); });
  return matching;
}

Rule const* winner(std::span<Rule const> rules, SamplePath const& path) {
  Rule const* best = nullptr;
  for (auto const& rule : rules)
    if ((best == nullptr || outranks(rule, *best)) && rule.glob.matches(path.parts)) best = &rule;
  return best;
}

} // namespace artifactd::extraction
