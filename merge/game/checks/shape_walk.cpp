#include "merge/game/checks/shape_walk.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd::game {

std::string_view word_of(json::Type type) noexcept {
  constexpr std::array<std::string_view, 6> words = {"object", "array",   "string",
                                                     "number", "boolean", "null"};
  return words[static_cast<std::size_t>(type)];
}

bool ShapeWalk::value(JsonNode const& node, json::Type type) {
  if (is(&node, type)) return true;
  wrong_type(node, &node, type);
  return false;
}

JsonNode const* ShapeWalk::need(JsonNode const& object, std::string_view key, json::Type type) {
  auto const* member = object.find(key);
  if (is(member, type)) return member;
  step(std::string(key), [&] { wrong_type(member == nullptr ? object : *member, member, type); });
  return nullptr;
}

void ShapeWalk::note(JsonNode const& at, std::string code, std::string message) {
  issues_.push_back({path_, std::move(code), "", "", std::move(message), {text_, &at}});
}

void ShapeWalk::wrong_type(JsonNode const& at, JsonNode const* found, json::Type expected) {
  auto const received = found == nullptr ? std::string_view("undefined") : word_of(found->type());
  issues_.push_back(
      {path_,
       "invalid_type",
       std::string(word_of(expected)),
       std::string(received),
       found == nullptr ? "Required" : fmt::format("Expected {}, received {}", word_of(expected), received),
       {text_, &at}});
}

} // namespace artifactd::game
