#include "agents/yaml/yaml.hpp"

#include "agents/yaml/yaml_events.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/place.hpp"
#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <map>
#include <optional>

namespace artifactd::extraction {

namespace {

constexpr std::string_view core_prefix = "tag:yaml.org,2002:";
/// The types of these tags are the first of ScalarType.
constexpr std::array<std::string_view, 4> typed_tags = {"null", "bool", "int", "float"};
constexpr std::size_t longest_pointer = 1024;

/// The size of a node with every alias below it expanded.
struct Weight {
  std::size_t nodes = 1;
  std::size_t text = 0;
  std::size_t depth = 0;

  void add(Weight const& child) {
    nodes += child.nodes;
    text += child.text;
    depth = std::max(depth, child.depth + 1);
  }
};

std::size_t begin_of(RawText const& raw, std::string_view part) {
  return static_cast<std::size_t>(part.data() - raw.bytes.data());
}

struct Open {
  NodeIndex node;
  std::optional<NodeIndex> key; ///< of a mapping: waits for its value
};

/// Builds the tree from events; its findings say what stopped it.
class Composer {
public:
  Composer(RawText const& raw, std::string_view part, YamlLimits const& limits)
      : raw_(raw), end_(begin_of(raw, part) + part.size()), limits_(limits),
        events_(part, begin_of(raw, part)) {}

  std::expected<YamlTree, std::vector<Finding>> compose() {
    while (!ended_) {
      auto const event = events_.next();
      if (!event) {
        auto finding = describe(raw_, event.error());
        finding.pointer = last_step();
        report(std::move(finding));
        break;
      }
      if (!take(*event)) break;
    }
    if (findings_.empty() && documents_ == 0) // an empty stream is valid YAML and reads as null
      tree_.root = add({.type = ScalarType::null, .begin = end_, .end = end_}, "");
    if (findings_.empty()) return std::move(tree_);
    std::ranges::stable_sort(findings_, {}, [](Finding const& each) { return *each.byte; });
    return std::unexpected(std::move(findings_));
  }

private:
  bool take(YamlEvent const& event) {
    switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
      return begin_document(event);
    case YAML_SCALAR_EVENT:
      return scalar(event);
    case YAML_SEQUENCE_START_EVENT:
      return open(event, YamlNode::Kind::sequence);
    case YAML_MAPPING_START_EVENT:
      return open(event, YamlNode::Kind::mapping);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      return close(event);
    case YAML_ALIAS_EVENT:
      return alias(event);
    case YAML_STREAM_END_EVENT:
      ended_ = true;
      return true;
    default:
      return true;
    }
  }

  bool begin_document(YamlEvent const& event) {
    if (++documents_ == 1) return true;
    return refuse(event.begin, "a second document begins", "one document", "another one",
                  "Write one document, without --- between parts.");
  }

  bool scalar(YamlEvent const& event) {
    auto const type = tagged_type(event);
    if (!type)
      return refuse(event.begin, "a tag that does not fit its value", "a value without a tag",
                    shown(event.tag), "Remove the tag, or put a value that begins with ! in quotes.");
    return attach(
        add({.type = *type, .text = event.text, .begin = event.begin, .end = event.end}, event.anchor),
        event.begin);
  }

  bool open(YamlEvent const& event, YamlNode::Kind kind) {
    auto const own = kind == YamlNode::Kind::mapping ? "map" : "seq";
    if (!event.tag.empty() && event.tag != std::string(core_prefix) + own && event.tag != "!")
      return refuse(event.begin, "a tag that does not fit its value", "a value without a tag",
                    shown(event.tag), "Remove the tag.");
    auto const index = add({.kind = kind, .begin = event.begin, .end = event.end}, event.anchor);
    open_.push_back({index, {}});
    return within_limits({}, event.begin);
  }

  bool close(YamlEvent const& event) {
    NodeIndex const index = open_.back().node;
    tree_.nodes[index].end = event.end;
    find_duplicates(tree_[index]);
    open_.pop_back();
    return attach(index, tree_[index].begin);
  }

  bool alias(YamlEvent const& event) {
    auto const anchor = anchors_.find(event.anchor);
    auto const hint = quoting_hint("*" + event.anchor);
    if (anchor == anchors_.end())
      return refuse(event.begin, "an alias to nothing: an unquoted * begins an alias", "a value in quotes",
                    shown("*" + event.anchor), hint);
    if (std::ranges::find(open_, anchor->second, &Open::node) != open_.end())
      return refuse(event.begin, "an alias to a value that contains it",
                    "a value that does not contain itself", shown("*" + event.anchor),
                    "Write the value out; a rule needs no aliases.");
    return attach(anchor->second, event.begin);
  }

  /// A complete scalar or alias, or a collection that is now closed.
  bool attach(NodeIndex index, std::size_t byte) {
    if (!within_limits(weights_[index], byte)) return false;
    if (open_.empty()) {
      tree_.root = index;
      return true;
    }
    Open& parent = open_.back();
    auto& node = tree_.nodes[parent.node];
    if (node.kind == YamlNode::Kind::sequence) {
      node.items.push_back(index);
    } else if (parent.key) {
      node.members.push_back({*parent.key, index});
      parent.key.reset();
    } else if (tree_[index].kind == YamlNode::Kind::scalar) {
      parent.key = index;
    } else {
      return refuse(byte, "a key is a list or a mapping", "a word as key", "a list or a mapping",
                    "Values that begin with [ or { need quotes.");
    }
    weights_[parent.node].add(weights_[index]);
    Weight all = weights_[parent.node];
    all.depth = 0; // checked when it was attached below
    return within_limits(all, byte);
  }

  bool within_limits(Weight const& weight, std::size_t byte) {
    if (weight.nodes > limits_.nodes || weight.text > limits_.text)
      return refuse(byte, "the document is too large once its aliases are expanded",
                    fmt::format("at most {} values and {} bytes of text", limits_.nodes, limits_.text),
                    "more than that", "Write the values out instead of an alias.");
    if (open_.size() + weight.depth > limits_.depth)
      return refuse(byte, fmt::format("values are nested more than {} levels deep", limits_.depth),
                    fmt::format("at most {} levels", limits_.depth), "one more",
                    "Make the structure flatter.");
    return true;
  }

  void find_duplicates(YamlNode const& mapping) {
    std::vector<NodeIndex> keys;
    for (auto const& member : mapping.members)
      keys.push_back(member.key);
    std::ranges::stable_sort(keys, {}, [this](NodeIndex key) -> auto const& { return tree_[key].text; });
    for (std::size_t i = 1; i < keys.size() && findings_.size() < limits_.findings; ++i) {
      auto const& key = tree_[keys[i]];
      auto const& former = tree_[keys[i - 1]];
      if (key.text != former.text) continue;
      refuse(key.begin, fmt::format("the key {} is here twice", shown(key.text)), "a key not used yet",
             shown(key.text),
             fmt::format("The other one is on line {}. Keep one.",
                         json::position_of(raw_.bytes, former.begin).line));
      if (auto& path = findings_.back().pointer) *path += json::pointer_step(key.text);
    }
  }

  NodeIndex add(YamlNode node, std::string const& anchor) {
    NodeIndex const index = tree_.nodes.size();
    weights_.push_back({.text = node.text.size()});
    tree_.nodes.push_back(std::move(node));
    if (!anchor.empty()) anchors_.insert_or_assign(anchor, index);
    return index;
  }

  std::optional<ScalarType> tagged_type(YamlEvent const& event) const {
    auto const untagged = event.plain ? plain_type(event.text) : ScalarType::string;
    if (event.tag.empty()) return untagged;
    if (event.tag == "!" || event.tag == "tag:yaml.org,2002:str") return ScalarType::string;
    if (!event.tag.starts_with(core_prefix)) return std::nullopt;
    auto const type = by_word<ScalarType>(typed_tags, std::string_view(event.tag).substr(core_prefix.size()));
    return type && type == plain_type(event.text) ? type : std::nullopt;
  }

  bool refuse(std::size_t byte, std::string message, std::string expected, std::string found,
              std::string hint) {
    Finding finding{.code = "YAML_SYNTAX_ERROR",
                    .message = std::move(message),
                    .expected = std::move(expected),
                    .found = std::move(found),
                    .hint = std::move(hint)};
    locate(finding, raw_, byte);
    report(std::move(finding));
    return false;
  }

  void report(Finding finding) {
    if (auto path = pointer() + finding.pointer.value_or(""); path.size() <= longest_pointer)
      finding.pointer = std::move(path);
    findings_.push_back(std::move(finding));
  }

  [[nodiscard]] std::string pointer() const {
    std::string path;
    for (Open const& each : open_) {
      if (each.key)
        path += json::pointer_step(tree_[*each.key].text);
      else if (auto const& node = tree_[each.node]; node.kind == YamlNode::Kind::sequence)
        path += fmt::format("/{}", node.items.size());
    }
    return path;
  }

  /// libyaml stops as often after the faulty value as inside it.
  [[nodiscard]] std::string last_step() const {
    if (open_.empty() || open_.back().key || tree_[open_.back().node].members.empty()) return {};
    return json::pointer_step(tree_[tree_[open_.back().node].members.back().key].text);
  }

  RawText raw_;
  std::size_t end_;
  YamlLimits limits_;
  YamlEvents events_;
  YamlTree tree_;
  std::vector<Weight> weights_; ///< by node
  std::vector<Open> open_;
  std::map<std::string, NodeIndex, std::less<>> anchors_;
  std::size_t documents_ = 0;
  bool ended_ = false;
  std::vector<Finding> findings_;
};

} // namespace

std::expected<YamlTree, std::vector<Finding>> read_yaml(RawText const& raw, std::string_view part,
                                                        YamlLimits const& limits) {
  return Composer(raw, part, limits).compose();
}

} // namespace artifactd::extraction
