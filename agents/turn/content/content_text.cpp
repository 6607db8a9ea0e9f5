#include "agents/turn/content/content_text.hpp"

#include "agents/turn/content/content_finding.hpp"
#include "agents/turn/content/foreign_text.hpp"
#include "agents/turn/limits.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/tree.hpp"
#include "state/platform/result.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

using Findings = std::vector<Finding>;

Finding beyond_size(std::string_view file, std::size_t size) {
  return content_finding("turn.syntax", {.file = std::string(file)},
                         {.message = fmt::format("the file has {} bytes", size),
                          .expected = fmt::format("at most {} bytes", largest_document),
                          .found = fmt::format("{} bytes", size),
                          .hint = "Split it: a bundle may be several files."});
}

/// The first number that does not fit into a double.
JsonNode const* endless_number(JsonNode const& node) {
  if (node.type() == json::Type::number)
    return std::isinf(std::strtod(std::string(node.text()).c_str(), nullptr)) ? &node : nullptr;
  for (auto const& child : node.children())
    if (auto const* found = endless_number(child)) return found;
  return nullptr;
}

/// The first object with more members than can be looked up in reasonable time.
JsonNode const* crowded_object(JsonNode const& node) {
  if (node.type() == json::Type::object && node.children().size() > most_members) return &node;
  for (auto const& child : node.children())
    if (auto const* found = crowded_object(child)) return found;
  return nullptr;
}

Findings unfit(std::string_view file, std::string_view text, JsonNode const& node, Complaint complaint) {
  return {syntax_finding(file, text, node.byte_in(text), node.pointer(), std::move(complaint))};
}

std::expected<ContentText, Findings> read_json(std::string_view file, std::string_view bytes) {
  auto findings = json::syntax_findings(file, bytes, {.depth = deepest_content});
  if (!findings.empty()) return std::unexpected(std::move(findings));
  JsonNode const root(bytes);
  if (auto const* node = crowded_object(root))
    return std::unexpected(unfit(file, bytes, *node, crowded(node->children().size())));
  ContentText text{std::string(file), std::string(bytes), Json::parse(bytes, nullptr, false)};
  if (!text.value.is_discarded()) return text;
  auto const* node = endless_number(root);
  if (node == nullptr) node = &root;
  return std::unexpected(unfit(file, bytes, *node, endless(node->text())));
}

JsonNode const* child_named(JsonNode const& node, std::string_view step) {
  if (node.type() == json::Type::object) {
    std::string key;
    for (std::size_t i = 0; i < step.size(); ++i)
      key += step[i] != '~' ? step[i] : step.substr(i++, 2) == "~1" ? '/' : '~';
    return node.find(key);
  }
  std::size_t index = 0;
  auto const [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  auto const children = node.children();
  bool const whole = error == std::errc() && end == step.data() + step.size();
  return whole && index < children.size() ? &children[index] : nullptr;
}

/// The node at the pointer, or its deepest existing ancestor.
JsonNode const& at_pointer(JsonNode const& root, std::string_view pointer) {
  auto const* node = &root;
  while (pointer.starts_with('/')) {
    pointer.remove_prefix(1);
    auto const step = pointer.substr(0, pointer.find('/'));
    auto const* next = child_named(*node, step);
    if (next == nullptr) break;
    node = next;
    pointer.remove_prefix(step.size());
  }
  return *node;
}

} // namespace

Complaint crowded(std::size_t members) {
  return {.message = fmt::format("an object with {} members", members),
          .expected = fmt::format("at most {} members", most_members),
          .found = fmt::format("{} members", members),
          .hint = "Write a list, or split the object."};
}

Complaint endless(std::string_view number) {
  return {.message = "a number that no JSON reader can hold",
          .expected = "a finite number",
          .found = shown_text(number),
          .hint = "Write a number between -1.8e308 and 1.8e308, or a text."};
}

Finding syntax_finding(std::string_view file, std::string_view bytes, std::size_t byte, std::string pointer,
                       Complaint complaint) {
  auto finding =
      content_finding("turn.syntax", {std::string(file), std::move(pointer)}, std::move(complaint));
  json::locate(finding, bytes, byte);
  return finding;
}

Format format_of(std::string_view file) noexcept {
  if (file.ends_with(".yaml") || file.ends_with(".yml")) return Format::yaml;
  return file.ends_with(".toml") ? Format::toml : Format::json;
}

std::expected<ContentText, Findings> read_content(std::string_view file, std::string_view bytes,
                                                  Format format) {
  if (bytes.size() > largest_document) return std::unexpected(Findings{beyond_size(file, bytes.size())});
  if (format == Format::json) return read_json(file, bytes);
  auto value = TRY(format == Format::yaml ? value_of_yaml(file, bytes) : value_of_toml(file, bytes));
  return ContentText{.file = std::string(file), .written = {}, .value = std::move(value)};
}

void locate(Findings& findings, ContentText const& text) {
  if (text.written.empty()) return;
  JsonNode const root(text.written);
  for (auto& finding : findings) {
    if (finding.file != text.file || finding.line || !finding.pointer) continue;
    json::locate(finding, text.written, at_pointer(root, *finding.pointer).byte_in(text.written));
  }
}

} // namespace artifactd::turn
