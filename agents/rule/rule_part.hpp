// A part of a rule as written, with its pointer, and the findings about parts: each says where the part is,
// what was expected of it and what it is. Bounded: only the first hundred faults are kept.
#pragma once

#include "agents/yaml/yaml.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

struct RulePart {
  YamlNode const* node;
  std::string pointer;
};

/// "/extract/client/from" as "extract.client.from"; "root" for the whole document.
[[nodiscard]] std::string dotted(std::string_view pointer);

class RuleFaults {
public:
  RuleFaults(RawText const& raw, YamlTree const& tree) : raw_(raw), tree_(tree) {}

  [[nodiscard]] RulePart part(RulePart const& parent, YamlMember const& member) const;
  [[nodiscard]] RulePart root() const { return {&tree_[tree_.root], ""}; }
  [[nodiscard]] YamlNode const& node(NodeIndex index) const { return tree_[index]; }

  /// SCHEMA_VIOLATION: `part` is not what it should be. An empty hint is filled in if the mistake is obvious.
  void wrong(RulePart const& part, std::string expected, std::string hint = {});
  /// SCHEMA_VIOLATION: `part` has no member `name`.
  void missing(RulePart const& part, std::string_view name, std::string expected, std::string hint);
  /// rule.unknown_key, a warning.
  void unknown(RulePart const& part, YamlNode const& key, std::string expected, std::string hint);
  /// Any other finding; placed at `byte` of the value of `part`.
  void add(Finding finding, RulePart const& part, std::size_t byte = 0);

  /// A hint if a comment follows an unquoted value in the raw text: it may belong to the value.
  [[nodiscard]] std::string comment_hint(YamlNode const& node) const;
  /// Where byte `offset` of a scalar's value is in the raw text; the scalar's beginning if escapes blur that.
  [[nodiscard]] std::size_t byte_in(YamlNode const& node, std::size_t offset) const;

  [[nodiscard]] bool refused() const noexcept { return refused_; }
  [[nodiscard]] std::vector<Finding> take() && { return std::move(findings_); }

private:
  RawText raw_;
  YamlTree const& tree_;
  bool refused_ = false;
  std::vector<Finding> findings_;
};

/// A node as shown to people: "folder(-4)", 7 (an integer), a list, …
[[nodiscard]] std::string described(YamlNode const& node);

} // namespace artifactd::extraction
