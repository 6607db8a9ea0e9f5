// One YAML document as a tree, read from libyaml's events and never expanded: an alias is the same node
// again, and counting detects an alias bomb. Accepted: at most one document, distinct scalar keys, tags of
// the core schema, aliases that do not contain themselves; bounded in size, depth and expanded nodes.
// Everything else is a YAML_SYNTAX_ERROR at its position.
#pragma once

#include "agents/yaml/yaml_scalar.hpp"
#include "state/json/raw_text.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

struct YamlLimits {
  std::size_t depth = 64;              ///< collections open at once, those behind aliases included
  std::size_t nodes = 10'000;          ///< with every alias expanded, keys included
  std::size_t text = 16 * 64 * 1024UL; ///< bytes in scalars with every alias expanded
  std::size_t findings = 100;          ///< of duplicate keys
};

using NodeIndex = std::size_t;

struct YamlMember {
  NodeIndex key; ///< a scalar
  NodeIndex value;
};

struct YamlNode {
  enum class Kind : std::uint8_t { scalar, sequence, mapping };
  Kind kind = Kind::scalar;
  ScalarType type = ScalarType::string; ///< of a scalar; a quoted one is a string
  std::string text{};                   ///< of a scalar
  std::vector<NodeIndex> items{};       ///< of a sequence
  std::vector<YamlMember> members{};    ///< of a mapping, in order, keys distinct
  std::size_t begin = 0;                ///< half-open range in the raw text; includes the anchor, if any
  std::size_t end = 0;
};

struct YamlTree {
  std::vector<YamlNode> nodes;
  NodeIndex root = 0;

  [[nodiscard]] YamlNode const& operator[](NodeIndex index) const { return nodes[index]; }
};

/// `part` is a view into `raw`, which is UTF-8 without NUL. Findings are never empty.
[[nodiscard]] std::expected<YamlTree, std::vector<Finding>>
read_yaml(RawText const& raw, std::string_view part, YamlLimits const& limits = {});

} // namespace artifactd::extraction
