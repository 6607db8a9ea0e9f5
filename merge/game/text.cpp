#include "merge/game/text.hpp"

#include "state/json/diagnose.hpp"

#include <cstdlib>
#include <utility>

namespace artifactd::game {

Text::Text(GameFile file) : file_(std::move(file)) {
  read();
}

Text::Text(Text const& outer, JsonNode const& string)
    : file_{{}, {}, string.string()}, outer_(&outer), string_(&string) {
  read();
}

void Text::read() {
  breaks_ = json::syntax_findings(path(), bytes(), {.depth = deepest});
  if (breaks_.empty()) root_.emplace(bytes());
}

void Text::locate(Finding& finding, JsonNode const& at) const {
  if (outer_ != nullptr) return outer_->locate(finding, *string_);
  finding.file = path();
  finding.pointer = at.pointer();
  json::locate(finding, bytes(), at.byte_in(bytes()));
}

std::optional<std::string> string_at(JsonNode const& object, std::string_view key) {
  auto const* member = object.find(key);
  if (!is(member, json::Type::string)) return std::nullopt;
  return member->string();
}

JsonNode const* present(JsonNode const& object, std::string_view key) {
  auto const* member = object.find(key);
  return is(member, json::Type::null) ? nullptr : member;
}

bool is(JsonNode const* node, json::Type type) noexcept {
  return node != nullptr && node->type() == type;
}

bool is_falsy(JsonNode const* node) {
  if (node == nullptr) return true;
  switch (node->type()) {
  case json::Type::null:
    return true;
  case json::Type::boolean:
    return node->text() == "false";
  case json::Type::number:
    return std::strtod(std::string(node->text()).c_str(), nullptr) == 0;
  case json::Type::string:
    return node->text() == "\"\"";
  default:
    return false;
  }
}

} // namespace artifactd::game
