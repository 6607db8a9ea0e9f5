// A rule made from paths alone, without any model: what a shape of paths has in common becomes its glob, and
// what varies its fields. The rule holds for every path it was made from, and is judged like any other.
#pragma once

#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/rule.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::extraction {

struct DraftedField {
  std::string name;
  std::string from;    ///< as a rule has it
  std::string pattern; ///< empty: none
  FieldType type = FieldType::string;
  bool has_leading_zeros = false; ///< of integers: they go
};

struct DraftedRule {
  std::string name;
  std::string glob;
  std::vector<DraftedField> fields;
  std::vector<std::string> notes;     ///< what no rule can tell of these paths, one sentence each
  std::vector<std::size_t> members;   ///< the paths it was made from
  std::vector<std::size_t> strangers; ///< other paths that its glob matches all the same
};

/// The rule for `shape`, one of those `paths` have; as narrow as it takes to leave out the other paths.
/// `name`: empty for one made of the paths' words.
[[nodiscard]] DraftedRule draft_of(std::span<SamplePath const> paths, PathShape const& shape,
                                   std::string const& name = "");

/// The rule as a file. Ends in a line feed.
[[nodiscard]] std::string to_yaml(DraftedRule const& draft);

} // namespace artifactd::extraction
