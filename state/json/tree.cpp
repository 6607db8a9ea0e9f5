#include "state/json/tree.hpp"

#include "state/json/place.hpp"
#include "state/names.hpp"

#include <algorithm>
#include <charconv>

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

namespace {

bool same_number(std::string_view a, std::string_view b) {
  double x = 0;
  double y = 0;
  std::from_chars(a.data(), a.data() + a.size(), x);
  std::from_chars(b.data(), b.data() + b.size(), y);
  return x == y;
}

bool same_members(JsonNode const& a, JsonNode const& b) {
  return a.children().size() == b.children().size() &&
         std::ranges::all_of(a.children(), [&](JsonNode const& each) {
           auto const* other = b.find(each.key());
           return other != nullptr && same_value(each, *other);
         });
}

} // namespace

bool same_value(JsonNode const& a, JsonNode const& b) {
  if (a.text() == b.text()) return true;
  if (a.type() != b.type()) return false;
  switch (a.type()) {
  case json::Type::object:
    return same_members(a, b);
  case json::Type::array:
    return std::ranges::equal(a.children(), b.children(), same_value);
  case json::Type::string:
    return a.string() == b.string();
  case json::Type::number:
    return same_number(a.text(), b.text());
  case json::Type::boolean:
  case json::Type::null:
    return false;
  }
  return false;
}

JsonNode const* first_difference(JsonNode const& before, JsonNode const& after) {
  if (same_value(before, after)) return nullptr;
  auto matched = before.type() == after.type() && before.children().size() == after.children().size();
  if (matched && after.type() == json::Type::array) {
    for (std::size_t i = 0; i < after.children().size(); ++i)
      if (auto const* found = first_difference(before.children()[i], after.children()[i])) return found;
  } else if (before.type() == json::Type::object && after.type() == json::Type::object) {
    for (auto const& each : after.children()) {
      auto const* former = before.find(each.key());
      if (former == nullptr) return &each;
      if (auto const* found = first_difference(*former, each)) return found;
    }
  }
  return &after;
}

} // namespace artifactd
