#include "agents/edit/model/file_excerpts.hpp"

#include "state/json/edit.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <vector>

namespace artifactd::editor {

namespace {

constexpr std::size_t most_outlined = 40; // members
constexpr std::size_t most_excerpts = 40;

std::string_view kind_of(JsonNode const& node) {
  constexpr std::array<std::string_view, 6> words = {"an object", "a list",    "a string",
                                                     "a number",  "a boolean", "null"};
  return words[static_cast<std::size_t>(node.type())];
}

std::string outline(JsonNode const& node) {
  auto const children = node.children();
  if (node.type() == json::Type::array) return fmt::format("a list of {} elements", children.size());
  if (node.type() != json::Type::object)
    return fmt::format("{} of {} bytes", kind_of(node), node.text().size());
  std::string members;
  for (std::size_t i = 0; i < children.size() && i < most_outlined; ++i)
    members +=
        fmt::format("{}{}: {}", i == 0 ? "" : ", ", json::shown_key(children[i].key()), kind_of(children[i]));
  return fmt::format("an object of {} members: {}{}", children.size(), members,
                     children.size() > most_outlined ? ", …" : "");
}

/// Follows the pointer as far as it leads, then goes outwards as long as the value stays short.
JsonNode const& around(JsonNode const& root, std::string const& pointer, std::size_t longest) {
  auto const* node = &root;
  for (auto const& step : json::pointer_steps(pointer).value_or(std::vector<std::string>())) {
    auto const* child = json::find_at(*node, {step});
    if (child == nullptr) break;
    node = child;
  }
  while (node->parent() != nullptr && node->parent()->text().size() <= longest)
    node = node->parent();
  return *node;
}

/// Valid JSON without white space between the tokens.
std::string compacted(std::string_view json) {
  std::string text;
  auto in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    auto const c = json[i];
    if (in_string && c == '\\') {
      text += c;
      text += json[++i];
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (in_string || (c != ' ' && c != '\t' && c != '\r' && c != '\n')) text += c;
  }
  return text;
}

} // namespace

std::string excerpts_of(std::string_view text, std::span<std::string const> pointers, std::size_t longest) {
  JsonNode const root(text);
  auto shown = fmt::format("the whole: {}\n", outline(root));
  std::vector<JsonNode const*> seen{&root};
  for (auto const& pointer : pointers) {
    auto const& node = around(root, pointer, longest);
    if (std::ranges::find(seen, &node) != seen.end()) continue;
    if (seen.size() > most_excerpts) return shown + "…\n";
    seen.push_back(&node);
    auto const value = node.text().size() <= longest ? compacted(node.text()) : outline(node);
    shown += fmt::format("{}: {}\n", json::quote(node.pointer()), value);
  }
  return shown;
}

} // namespace artifactd::editor
