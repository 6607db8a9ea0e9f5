#include "agents/rule/rule_part.hpp"

#include "agents/rule/typography.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::extraction {

namespace {

constexpr std::size_t most_reported = 100;

std::string type_hint(YamlNode const& node) {
  if (node.kind != YamlNode::Kind::scalar) return {};
  if (auto hint = typographic_hint(node.text); !hint.empty()) return hint;
  if (node.type == ScalarType::ambiguous)
    return fmt::format("Put it in quotes, \"{}\", if it is text: YAML 1.1 and 1.2 read it differently.",
                       shortened(node.text));
  if (node.type == ScalarType::string || node.text.empty()) return {};
  return fmt::format("Put it in quotes, \"{}\", if it is text.", shortened(node.text));
}

} // namespace

std::string dotted(std::string_view pointer) {
  if (pointer.empty()) return "root";
  std::string path;
  for (std::size_t at = 1; at < pointer.size(); ++at) {
    bool const escaped = pointer[at] == '~' && at + 1 < pointer.size();
    if (escaped)
      path += pointer[++at] == '0' ? '~' : '/';
    else
      path += pointer[at] == '/' ? '.' : pointer[at];
  }
  return path;
}

std::string described(YamlNode const& node) {
  if (node.kind == YamlNode::Kind::mapping) return "a mapping";
  if (node.kind == YamlNode::Kind::sequence) return "a list";
  if (node.type == ScalarType::string) return shown(node.text);
  if (node.text.empty()) return "nothing";
  return fmt::format("{} ({})", shortened(node.text), type_words(node.type));
}

RulePart RuleFaults::part(RulePart const& parent, YamlMember const& member) const {
  return {&tree_[member.value], parent.pointer + json::pointer_step(tree_[member.key].text)};
}

std::size_t RuleFaults::byte_in(YamlNode const& node, std::size_t offset) const {
  for (std::size_t const quote : {0U, 1U})
    if (raw_.bytes.substr(node.begin)
            .substr(std::min(quote, raw_.bytes.size() - node.begin))
            .starts_with(node.text))
      return node.begin + quote + offset;
  return node.begin;
}

std::string RuleFaults::comment_hint(YamlNode const& node) const {
  if (node.kind != YamlNode::Kind::scalar || node.end >= raw_.bytes.size()) return {};
  if (node.end > node.begin && std::string_view("'\"|>").contains(raw_.bytes[node.begin])) return {};
  auto rest = raw_.bytes.substr(node.end);
  rest = rest.substr(0, rest.find('\n'));
  auto const next = rest.find_first_not_of(" \t");
  if (next == std::string_view::npos || rest[next] != '#') return {};
  return "YAML reads everything from the # on as a comment; quote the value if that text is part of it.";
}

void RuleFaults::add(Finding finding, RulePart const& part, std::size_t byte) {
  refused_ = refused_ || finding.severity == Severity::error;
  if (findings_.size() >= most_reported) return;
  locate(finding, raw_, byte == 0 ? part.node->begin : byte);
  finding.tier = Tier::schema;
  if (!finding.pointer) finding.pointer = part.pointer;
  if (finding.pointer->size() > 1024) finding.pointer.reset();
  findings_.push_back(std::move(finding));
}

void RuleFaults::wrong(RulePart const& part, std::string expected, std::string hint) {
  for (auto const& more :
       {type_hint(*part.node), comment_hint(*part.node), fmt::format("Write {}.", expected)})
    if (hint.empty()) hint = more;
  auto const found = described(*part.node);
  add({.code = "SCHEMA_VIOLATION",
       .message = fmt::format("'{}' has invalid value {}", shortened(dotted(part.pointer)), found),
       .expected = std::move(expected),
       .found = found,
       .hint = std::move(hint)},
      part);
}

void RuleFaults::missing(RulePart const& part, std::string_view name, std::string expected,
                         std::string hint) {
  auto const path = dotted(part.pointer + json::pointer_step(name));
  add({.code = "SCHEMA_VIOLATION",
       .message = fmt::format("'{}' is missing", shortened(path)),
       .expected = std::move(expected),
       .found = "no such key",
       .hint = std::move(hint)},
      part);
}

void RuleFaults::unknown(RulePart const& part, YamlNode const& key, std::string expected, std::string hint) {
  auto const pointer = part.pointer + json::pointer_step(key.text);
  add({.code = "rule.unknown_key",
       .severity = Severity::warning,
       .pointer = pointer,
       .message = fmt::format("'{}' is not a key of a rule and is ignored", shortened(dotted(pointer))),
       .expected = std::move(expected),
       .found = shown(key.text),
       .hint = std::move(hint)},
      part, key.begin);
}

} // namespace artifactd::extraction
