#include "merge/play/runtime/state_digest.hpp"

#include "merge/game/values/js_value.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace artifactd::play {

namespace {

using game::Value;

void write(std::string& text, Value const& value) {
  if (value.is_object()) {
    std::vector<std::pair<std::string const*, Value const*>> members;
    for (auto const& member : value.get_ref<Value::object_t const&>())
      members.emplace_back(&member.first, &member.second);
    std::ranges::sort(members, {}, [](auto const& each) -> auto& { return *each.first; });
    text += '{';
    for (auto const& [name, member] : members) {
      if (text.back() != '{') text += ',';
      text += compact(Value(*name));
      text += ':';
      write(text, *member);
    }
    text += '}';
  } else if (value.is_array()) {
    text += '[';
    for (auto const& element : value) {
      if (text.back() != '[') text += ',';
      write(text, element);
    }
    text += ']';
  } else if (value.is_number()) {
    auto const number = value.get<double>();
    text += std::isfinite(number) ? game::text_of(game::number(number + 0.0)) : "null";
  } else if (game::is_undefined(value)) {
    text += "null";
  } else {
    text += compact(value);
  }
}

} // namespace

std::string canonical_text(Value const& value) {
  std::string text;
  write(text, value);
  return text;
}

std::string state_digest(Value const& state) {
  return "sha256:" + hex(sha256(canonical_text(state)));
}

} // namespace artifactd::play
