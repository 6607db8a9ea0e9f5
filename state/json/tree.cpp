#include "merge/json_tree.hpp"

#include "state/json/place.hpp"
#include "state/names.hpp"

#include <algorithm>

namespace artifactd {

namespace {

std::string_view key_of(JsonNode const* node) {
  return node->key();
}

} // namespace

JsonNode::JsonNode(std::string_view text) : text_(trimmed(text)) {}

JsonNode::JsonNode(JsonNode const& parent, std::size_t index, std::string_view text,
                   std::string_view key_text)
    : text_(text), parent_(&parent), index_(index), key_text_(key_text),
      key_(key_text.empty() ? std::string() : json::decode(key_text)) {}

void JsonNode::list() const {
  if (listed_) return;
  listed_ = true;
  if (type() == json::Type::array) {
    for (auto const& element : json::elements(text_))
      children_.push_back(JsonNode(*this, children_.size(), element.of(text_), {}));
  } else if (type() == json::Type::object) {
    for (auto const& member : json::members(text_))
      children_.push_back(JsonNode(*this, children_.size(), member.value.of(text_), member.key.of(text_)));
    for (auto const& child : children_)
      by_key_.push_back(&child);
    std::ranges::stable_sort(by_key_, {}, key_of);
  }
}

std::span<JsonNode const> JsonNode::children() const {
  list();
  return children_;
}

JsonNode const* JsonNode::find(std::string_view key) const {
  list();
  auto found = std::ranges::lower_bound(by_key_, key, {}, key_of);
  return found == by_key_.end() || (*found)->key_ != key ? nullptr : *found;
}

JsonNode JsonNode::place() const {
  JsonNode place(text_);
  place.parent_ = parent_;
  place.index_ = index_;
  place.key_text_ = key_text_;
  place.key_ = key_;
  return place;
}

JsonNode JsonNode::name() const {
  auto name = place();
  name.text_ = key_text_;
  return name;
}

std::string JsonNode::pointer() const {
  std::string pointer;
  for (auto const* node = this; node->parent_ != nullptr; node = node->parent_) {
    auto step = node->key_text_.empty() ? "/" + std::to_string(node->index_) : json::pointer_step(node->key_);
    pointer.insert(0, step);
  }
  return pointer;
}

} // namespace artifactd
