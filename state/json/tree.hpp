// The values of an accepted JSON text as a tree of views into it, built lazily: each value knows its bytes,
// its key and its parent, so pointers and byte offsets are computed only on request. Nothing is converted.
// Not thread-safe.
#pragma once

#include "state/json/tokens.hpp"
#include "state/json/walk.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

class JsonNode {
public:
  /// The root of `text`, which a scan has accepted and which outlives the tree. It must not move once listed.
  explicit JsonNode(std::string_view text);
  JsonNode(JsonNode&&) noexcept = default;
  JsonNode& operator=(JsonNode&&) noexcept = default;

  [[nodiscard]] json::Type type() const noexcept { return json::type_of(text_); }
  /// The exact text of the value.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] JsonNode const* parent() const noexcept { return parent_; }
  /// Decoded; only for a member.
  [[nodiscard]] std::string const& key() const noexcept { return key_; }
  /// The key with its quotes, as written; only for a member.
  [[nodiscard]] std::string_view key_text() const noexcept { return key_text_; }

  /// Members or elements, in order; empty for a scalar.
  [[nodiscard]] std::span<JsonNode const> children() const {
    if (!listed_) list();
    return children_;
  }
  /// The member of that name, or null.
  [[nodiscard]] JsonNode const* find(std::string_view key) const;
  /// The content of a string.
  [[nodiscard]] std::string string() const { return json::decode(text_); }

  /// The same value at its place, with its children not listed; may be kept as long as the tree.
  [[nodiscard]] JsonNode place() const;
  /// A string that is this member's key, at its place.
  [[nodiscard]] JsonNode name() const;

  [[nodiscard]] std::string pointer() const; ///< RFC 6901
  [[nodiscard]] std::size_t byte_in(std::string_view whole) const noexcept {
    return static_cast<std::size_t>(text_.data() - whole.data());
  }

private:
  JsonNode() = default;
  void list() const;
  void add_child(std::size_t token, std::string_view key_text) const;

  std::string_view text_;
  JsonNode const* parent_ = nullptr;
  std::size_t index_ = 0; ///< among the parent's children
  std::string_view key_text_;
  std::string key_;
  mutable std::unique_ptr<json::Tokens const> own_tokens_; ///< set if nothing around it was listed
  mutable json::Tokens const* tokens_ = nullptr;           ///< used to list it
  std::size_t token_ = 0;                                  ///< its first token
  mutable bool listed_ = false;
  mutable std::vector<JsonNode> children_;
  mutable std::vector<JsonNode const*> by_key_; ///< for many members, sorted by key
};

/// Where `after` first differs from `before`, descending as far as both have a value; null if they are equal.
[[nodiscard]] JsonNode const* first_difference(JsonNode const& before, JsonNode const& after);

/// Whether both are the same JSON value; the order of members, white space and escapes are ignored.
[[nodiscard]] bool same_value(JsonNode const& a, JsonNode const& b);

} // namespace artifactd
