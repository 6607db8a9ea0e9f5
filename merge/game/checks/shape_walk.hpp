// Walks down one artifact together with the checks of its shape, and records what is wrong: where, and in the
// words of the pipeline's validators.
#pragma once

#include "merge/game/checks/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// The word for it in shape issues: "object", "array", "string", …
[[nodiscard]] std::string_view word_of(json::Type type) noexcept;

class ShapeWalk {
public:
  /// `text`: the source of the values; null until `in` sets it.
  explicit ShapeWalk(Text const* text) : text_(text) {}

  [[nodiscard]] std::vector<ShapeIssue> issues() && { return std::move(issues_); }

  void in(Text const* text) { text_ = text; }

  /// Runs `below` with one more step on the path.
  template <class Below>
  void step(std::string name, Below const& below) {
    path_.push_back(std::move(name));
    below();
    path_.pop_back();
  }

  /// Whether it has that type; if not, that is recorded.
  bool value(JsonNode const& node, json::Type type);
  bool object(JsonNode const& node) { return value(node, json::Type::object); }

  /// Null unless the member exists with that type; a missing or wrong one is recorded.
  JsonNode const* need(JsonNode const& object, std::string_view key, json::Type type);

  /// As need(), but the member may be absent or null.
  JsonNode const* may(JsonNode const& object, std::string_view key, json::Type type) {
    return present(object, key) == nullptr ? nullptr : need(object, key, type);
  }

  /// Runs `below` for a member that may be absent or null, one step down.
  template <class Below>
  void may(JsonNode const& object, std::string_view key, json::Type type, Below const& below) {
    if (auto const* member = may(object, key, type)) step(std::string(key), [&] { below(*member); });
  }

  /// Runs `each` for every element of a required list, two steps down.
  template <class Each>
  void list(JsonNode const& object, std::string_view key, Each const& each) {
    auto const* elements = need(object, key, json::Type::array);
    if (elements == nullptr) return;
    step(std::string(key), [&] {
      for (std::size_t i = 0; auto const& element : elements->children())
        step(std::to_string(i++), [&] { each(element); });
    });
  }

  /// A list of values of one type.
  void values(JsonNode const& object, std::string_view key, json::Type type) {
    list(object, key, [&](JsonNode const& element) { value(element, type); });
  }
  void strings(JsonNode const& object, std::string_view key) { values(object, key, json::Type::string); }

  void note(JsonNode const& at, std::string code, std::string message);

private:
  void wrong_type(JsonNode const& at, JsonNode const* found, json::Type expected);

  Text const* text_;
  std::vector<std::string> path_;
  std::vector<ShapeIssue> issues_;
};

} // namespace artifactd::game
