// Realistic sets of paths, each with what a rule should extract from five of them: the files of
// tests/agents/rule/paths.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd::extraction {

struct PathSet {
  std::string name;
  std::string about;
  std::vector<std::string> paths;
  std::map<std::string, std::vector<std::string>> names; ///< acceptable field names for each value
  std::map<std::string, std::string> types;
  struct Expected {
    std::string path;
    std::map<std::string, nlohmann::ordered_json> values;
  };
  std::vector<Expected> expected;
};

/// Sorted by name.
[[nodiscard]] std::vector<PathSet> path_sets();

/// Every path that a form expands to: {001..040} numbers, {2024-01-30..2024-02-02} days in any form of year,
/// month and day, {a,b} texts, {=1} the value of the first pair of braces.
[[nodiscard]] std::vector<std::string> expanded(std::string const& form);

} // namespace artifactd::extraction
