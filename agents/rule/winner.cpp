#include "agents/rule/winner.hpp"

namespace artifactd::extraction {

bool outranks(Rule const& rule, Rule const& other) noexcept {
  if (rule.priority != other.priority) return rule.priority > other.priority;
  return rule.name < other.name; // char_traits<char> compares as unsigned: byte order
}

Rule const* winner(std::span<Rule const> rules, SamplePath const& path) {
  Rule const* best = nullptr;
  for (auto const& rule : rules)
    if ((best == nullptr || outranks(rule, *best)) && rule.glob.matches(path.parts)) best = &rule;
  return best;
}

} // namespace artifactd::extraction
