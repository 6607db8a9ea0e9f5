#include "state/json/tree.hpp"

#include "state/json/place.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <charconv>

namespace artifactd {

namespace {

constexpr std::size_t most_looked_through = 16; // members; larger objects are searched by sorted keys

std::string_view key_of(JsonNode const* node) {
  return node->key();
}

} // namespace

JsonNode::JsonNode(std::string_view text) : text_(trimmed(text)) {}

void JsonNode::list() const {
  listed_ = true;
  auto const is_object = type() == json::Type::object;
  if (!is_object && type() != json::Type::array) return;
  if (tokens_ == nullptr) {
    own_tokens_ = std::make_unique<json::Tokens const>(text_);
    tokens_ = own_tokens_.get();
  }
  auto const to_value = is_object ? std::size_t{2} : 0; // after the key and its colon
  auto const end = tokens_->behind(token_) - 1;
  auto for_each_child = [&](auto see) {
    for (auto token = token_ + 1; token + to_value < end; token = tokens_->behind(token + to_value) + 1)
      see(token);
  };
  std::size_t count = 0;
  for_each_child([&](std::size_t) { ++count; });
  children_.reserve(count);
  for_each_child([&](std::size_t token) {
    add_child(token + to_value, is_object ? tokens_->value(token) : std::string_view());
  });
  if (!is_object || count <= most_looked_through) return;
  for (auto const& child : children_)
    by_key_.push_back(&child);
  std::ranges::stable_sort(by_key_, {}, key_of);
}

void JsonNode::add_child(std::size_t token, std::string_view key_text) const {
  JsonNode child;
  child.text_ = tokens_->value(token);
  child.parent_ = this;
  child.index_ = children_.size();
  child.key_text_ = key_text;
  if (!key_text.empty()) child.key_ = json::decode(key_text);
  child.tokens_ = tokens_;
  child.token_ = token;
  children_.push_back(std::move(child));
}

JsonNode const* JsonNode::find(std::string_view key) const {
  if (type() != json::Type::object) return nullptr;
  if (!listed_) list();
  if (by_key_.empty()) {
    auto const found = std::ranges::find(children_, key, &JsonNode::key_);
    return found == children_.end() ? nullptr : &*found;
  }
  auto const found = std::ranges::lower_bound(by_key_, key, {}, key_of);
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
