// The rules of one directory, and what they make of paths: the answers to `rule winner`, `rule explain` and
// `rule coverage`.
#pragma once

#include "agents/rule/coverage.hpp"
#include "agents/rule/extract.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::extraction {

/// The rule that applies to each of several paths.
struct Winners {
  struct Row {
    std::string path; ///< as given
    std::string rule; ///< its name; empty: none matches
    std::string file;
  };
  std::vector<Row> rows;
  /// The files of each name that several rules have: which of them wins is undefined.
  std::map<std::string, std::vector<std::string>> shared_names;
};

[[nodiscard]] Winners winners_of(std::span<Rule const> rules, std::span<SamplePath const> paths);

struct RuleShelf {
  std::vector<Rule> rules;
  std::vector<std::string> skipped; ///< files without a usable rule, one sentence each
};

/// Which rules match one path, and what each extracts from it.
struct PathExplanation {
  struct Row {
    Rule const* rule;
    std::vector<Extracted> fields; ///< one for each field of the rule
  };
  std::string path;      ///< as given
  std::vector<Row> rows; ///< the winner first
  std::vector<std::string> skipped;
};

/// `shelf` outlives it.
[[nodiscard]] PathExplanation explain_path(RuleShelf const& shelf, SamplePath const& path);

struct ShelfCoverage {
  RuleShelf shelf;
  std::vector<SamplePath> paths;
  std::vector<std::string> notes; ///< about paths that were left out
  Coverage coverage = {};
  std::vector<std::pair<std::string, std::size_t>> unmatched = {}; ///< shapes, and how many paths each has
};

[[nodiscard]] ShelfCoverage cover(RuleShelf shelf, std::vector<SamplePath> paths,
                                  std::vector<std::string> notes);

[[nodiscard]] nlohmann::ordered_json to_json(Winners const& winners);
[[nodiscard]] nlohmann::ordered_json to_json(PathExplanation const& explanation);
[[nodiscard]] nlohmann::ordered_json to_json(ShelfCoverage const& covered);

} // namespace artifactd::extraction
