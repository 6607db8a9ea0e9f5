#include "agents/turn/content/foreign_text.hpp"
#include "agents/yaml/yaml.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/encoding.hpp"
#include "state/json/place.hpp"
#include "state/vocabulary/utf8.hpp"

#include <charconv>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

using extraction::RawText;
using extraction::ScalarType;
using extraction::YamlNode;
using extraction::YamlTree;

constexpr extraction::YamlLimits yaml_limits{
    .depth = deepest_content, .nodes = 200'000, .text = 4 << 20, .findings = 100};

/// Converts a tree, accepting only scalars that mean the same to every reader.
class Values {
public:
  Values(RawText const& raw, YamlTree const& tree) : raw_(raw), tree_(tree) {}

  Json value(extraction::NodeIndex index);
  [[nodiscard]] std::vector<Finding> findings() && { return std::move(findings_); }

private:
  Json scalar(YamlNode const& node);
  Json number(YamlNode const& node);
  Json mapping(YamlNode const& node);
  Json inner(extraction::NodeIndex index, std::string const& step);
  Json refused(YamlNode const& node, Complaint complaint);

  RawText raw_;
  YamlTree const& tree_;
  std::string pointer_; ///< of the value being read
  std::vector<Finding> findings_;
};

Json Values::refused(YamlNode const& node, Complaint complaint) {
  if (findings_.size() == yaml_limits.findings) return nullptr;
  findings_.push_back(syntax_finding(raw_.file, raw_.bytes, node.begin, pointer_, std::move(complaint)));
  return nullptr;
}

Json Values::number(YamlNode const& node) {
  if (node.type == ScalarType::integer)
    if (auto const whole = extraction::integer_value(node.text)) return *whole;
  auto const digits = std::string_view(node.text).substr(node.text.starts_with('+') ? 1 : 0);
  double number = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(number))
    return refused(node, endless(node.text));
  return number;
}

Json Values::scalar(YamlNode const& node) {
  switch (node.type) {
  case ScalarType::null:
    return nullptr;
  case ScalarType::boolean:
    return node.text.starts_with('t') || node.text.starts_with('T');
  case ScalarType::integer:
  case ScalarType::floating:
    return number(node);
  case ScalarType::string:
    return node.text;
  case ScalarType::ambiguous:
    break;
  }
  return refused(
      node,
      {.message = fmt::format("{} means one thing in YAML 1.1 and another in 1.2", shown_text(node.text)),
       .expected = "a value that all readers read the same way",
       .found = shown_text(node.text),
       .hint = fmt::format("Put it in quotes if it is a text: '{}'; write true, false or plain "
                           "decimal digits if it is not.",
                           extraction::shortened(node.text))});
}

/// Appends to the pointer rather than copying it: a key may be a megabyte long.
Json Values::inner(extraction::NodeIndex index, std::string const& step) {
  auto const length = pointer_.size();
  pointer_ += step;
  auto result = value(index);
  pointer_.resize(length);
  return result;
}

Json Values::mapping(YamlNode const& node) {
  if (node.members.size() > most_members) return refused(node, crowded(node.members.size()));
  Json object = Json::object();
  for (auto const& member : node.members) {
    auto const& key = tree_[member.key].text;
    object[key] = inner(member.value, json::pointer_step(key));
  }
  return object;
}

Json Values::value(extraction::NodeIndex index) {
  auto const& node = tree_[index];
  if (node.kind == YamlNode::Kind::scalar) return scalar(node);
  if (node.kind == YamlNode::Kind::mapping) return mapping(node);
  Json list = Json::array();
  for (std::size_t i = 0; i < node.items.size(); ++i)
    list.push_back(inner(node.items[i], fmt::format("/{}", i)));
  return list;
}

} // namespace

std::optional<Finding> not_utf8(std::string_view file, std::string_view bytes) {
  // The appended line break makes a sequence malformed that the end of the text cuts short.
  auto const byte = std::min(first_malformed(std::string(bytes) + '\n'), bytes.find('\0'));
  if (byte == std::string_view::npos) return std::nullopt;
  auto const wide = json::wide_encoding(bytes);
  auto finding = file_finding(
      "turn.syntax", file, byte,
      {.message = wide.empty() ? "the text is not UTF-8" : fmt::format("the text is {}, not UTF-8", wide),
       .expected = "UTF-8 without NUL",
       .found = byte < bytes.size()
                    ? fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(bytes[byte]))
                    : "the end of the text",
       .hint = "Save the file as UTF-8."});
  json::locate(finding, bytes, byte);
  return finding;
}

std::expected<Json, std::vector<Finding>> value_of_yaml(std::string_view file, std::string_view bytes) {
  if (auto finding = not_utf8(file, bytes)) return std::unexpected(std::vector{*std::move(finding)});
  RawText const raw{file, bytes};
  auto const part = bytes.substr(bytes.starts_with(utf8_mark) ? utf8_mark.size() : 0);
  auto tree = extraction::read_yaml(raw, part, yaml_limits);
  if (!tree) {
    for (auto& finding : tree.error())
      finding.code = "turn.syntax";
    return std::unexpected(std::move(tree).error());
  }
  Values values(raw, *tree);
  auto value = values.value(tree->root);
  auto findings = std::move(values).findings();
  if (!findings.empty()) return std::unexpected(std::move(findings));
  return value;
}

} // namespace artifactd::turn
