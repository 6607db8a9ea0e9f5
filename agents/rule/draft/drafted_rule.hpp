// A rule made from paths alone, without a model: what a shape of paths has in common becomes the glob, what
// varies the fields. The rule holds for every path it was made from, and is judged like any other.
#pragma once

#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/rule.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::extraction {

struct DraftedField {
  std::string name;
  std::string from;    ///< as in a rule file
  std::string pattern; ///< empty: none
  FieldType type = FieldType::string;
  bool has_leading_zeros = false; ///< of integers: removed by the rule
};

struct DraftedRule {
  std::string name;
  std::string glob;
  std::vector<DraftedField> fields;
  std::vector<std::string> notes;     ///< what no rule can express about these paths, one sentence each
  std::vector<std::size_t> strangers; ///< other paths that its glob matches too
};

/// The rule for `shape`, a shape of some of `paths`; narrow enough to exclude the other paths where possible.
/// `name`: empty to make one from words in the paths.
[[nodiscard]] DraftedRule draft_of(std::span<SamplePath const> paths, PathShape const& shape,
                                   std::string const& name = "");

/// The rule as a file. Ends in a line feed.
[[nodiscard]] std::string to_yaml(DraftedRule const& draft);

} // namespace artifactd::extraction
