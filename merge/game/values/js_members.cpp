#include "merge/game/values/js_members.hpp"

#include "merge/game/values/js_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

namespace artifactd::game {

namespace {

/// The index a key means: digits without a leading zero, below 2^32 - 1.
std::optional<std::uint32_t> array_index(std::string_view key) noexcept {
  std::uint32_t index = 0;
  auto const* const end = key.data() + key.size();
  auto const [stop, error] = std::from_chars(key.data(), end, index);
  if (error != std::errc() || stop != end || (key.size() > 1 && key.front() == '0')) return std::nullopt;
  if (index == UINT32_MAX) return std::nullopt;
  return index;
}

Operand text_property(std::string const& text, std::string_view key) {
  if (key == "length") return Value(static_cast<std::int64_t>(unit_count(text)));
  auto const index = array_index(key);
  if (!index || *index >= text.size()) return {};
  auto unit = unit_range(text, *index, std::size_t{*index} + 1);
  return unit.empty() ? Operand() : Operand(Value(std::move(unit)));
}

} // namespace

Operand property_of(Value const& value, std::string_view key) {
  if (auto const* object = value.get_ptr<Value::object_t const*>()) {
    auto const member = std::ranges::find(*object, key, &Value::object_t::value_type::first);
    return member == object->end() ? Operand() : Operand::standing(member->second);
  }
  if (auto const* array = value.get_ptr<Value::array_t const*>()) {
    if (key == "length") return Value(static_cast<std::int64_t>(array->size()));
    auto const index = array_index(key);
    return index && *index < array->size() ? Operand::standing((*array)[*index]) : Operand();
  }
  if (auto const* text = value.get_ptr<std::string const*>()) return text_property(*text, key);
  return {};
}

std::vector<Operand> values_of(Value const& value) {
  std::vector<Operand> values;
  if (value.is_object()) {
    for (auto const* member : members_in_order(value))
      values.push_back(Operand::standing(member->second));
  } else if (auto const* array = value.get_ptr<Value::array_t const*>()) {
    for (auto const& element : *array)
      values.push_back(Operand::standing(element));
  } else if (auto const* text = value.get_ptr<std::string const*>()) {
    for (auto& unit : units_of(*text))
      values.emplace_back(Value(std::move(unit)));
  }
  return values;
}

std::vector<Value::object_t::value_type const*> members_in_order(Value const& object) {
  auto const& as_written = *object.get_ptr<Value::object_t const*>();
  std::vector<Value::object_t::value_type const*> members;
  members.reserve(as_written.size());
  for (auto const& member : as_written)
    if (array_index(member.first)) members.push_back(&member);
  std::ranges::sort(members, {}, [](auto const* member) { return array_index(member->first).value_or(0); });
  for (auto const& member : as_written)
    if (!array_index(member.first)) members.push_back(&member);
  return members;
}

} // namespace artifactd::game
