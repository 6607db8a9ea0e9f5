#include "merge/game/delta/delta_path.hpp"

#include "merge/game/delta/delta_words.hpp"
#include "merge/game/values/value_extent.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <limits>
#include <optional>

namespace artifactd::game {

namespace {

bool is_digit_segment(std::string_view segment) {
  return !segment.empty() && std::ranges::all_of(segment, json::is_digit);
}

/// The index JavaScript takes a segment for; one too large for any array becomes the largest there is.
std::optional<std::size_t> delta_index(std::string_view segment) {
  if (!is_digit_segment(segment) || (segment.size() > 1 && segment[0] == '0')) return std::nullopt;
  std::size_t index = 0;
  auto read = std::from_chars(segment.data(), segment.data() + segment.size(), index);
  return read.ec == std::errc() ? index : std::numeric_limits<std::size_t>::max();
}

/// name[i][j]
void add_delta_segments(std::vector<std::string>& segments, std::string_view part) {
  auto bracket = part.find('[');
  if (bracket != 0) segments.emplace_back(part.substr(0, bracket));
  while (bracket != std::string_view::npos && segments.size() <= deepest_state) {
    auto const end = part.find(']', bracket);
    if (end == std::string_view::npos) return;
    auto const inside = part.substr(bracket + 1, end - bracket - 1);
    if (is_digit_segment(inside)) segments.emplace_back(inside);
    bracket = part.find('[', end);
  }
}

template <class AnyValue>
AnyValue* delta_child(AnyValue& value, std::string const& segment) {
  if (value.is_object()) {
    auto member = value.find(segment);
    return member == value.end() ? nullptr : &*member;
  }
  if (!value.is_array()) return nullptr;
  auto const index = delta_index(segment);
  return index && *index < value.size() ? &value[*index] : nullptr;
}

template <class AnyValue>
AnyValue* find_segments(AnyValue& state, std::vector<std::string> const& segments) {
  if (segments.size() > deepest_state) return nullptr;
  auto* at = &state;
  for (auto const& segment : segments) {
    at = delta_child(*at, segment);
    if (at == nullptr) return nullptr;
  }
  return at;
}

/// The number of elements that writing there adds as fill, unless it is not allowed.
Result<std::size_t> elements_to_fill(Value const& state, DeltaPath const& path) {
  auto refuse = [&](Fault fault, std::string_view why) {
    return fail(fault, fmt::format("Path {} {}", abridged(path.text), why));
  };
  if (path.segments.empty()) return refuse(Fault::invalid, "names nothing");
  if (path.segments.size() > deepest_state)
    return refuse(Fault::too_large, fmt::format("is deeper than {} levels", deepest_state));
  std::size_t filled = 0;
  Value const* at = &state;
  for (auto const& segment : path.segments) {
    auto const stands = at != nullptr && at->is_structured();
    if (stands ? at->is_array() : is_digit_segment(segment)) {
      if (segment == "length") return refuse(Fault::invalid, "leads through the length of an array");
      auto const index = delta_index(segment);
      if (!index) return filled; // lost: nothing after it is created
      auto const size = stands ? at->size() : 0;
      if (*index >= size && *index >= longest_array)
        return refuse(Fault::too_large,
                      fmt::format("has an index beyond the {} elements allowed", longest_array));
      if (*index >= size) filled += *index + 1 - size;
    }
    at = stands ? delta_child(*at, segment) : nullptr;
  }
  return filled;
}

} // namespace

DeltaPath parse_delta_path(std::string_view text) {
  DeltaPath path{std::string(text), {}};
  for (std::size_t begin = 0; path.segments.size() <= deepest_state;) {
    auto const dot = text.find('.', begin);
    add_delta_segments(path.segments, text.substr(begin, dot - begin));
    if (dot == std::string_view::npos) break;
    begin = dot + 1;
  }
  return path;
}

Value const* find_at(Value const& state, DeltaPath const& path) {
  return find_segments(state, path.segments);
}

Value* find_at(Value& state, DeltaPath const& path) {
  return find_segments(state, path.segments);
}

Value read_at(Value const& state, DeltaPath const& path) {
  if (auto const* found = find_at(state, path)) return *found;
  if (path.segments.empty() || path.segments.back() != "length") return undefined();
  auto before = path.segments;
  before.pop_back();
  auto const* array = find_segments(state, before);
  return array != nullptr && array->is_array() ? Value(array->size()) : undefined();
}

Result<std::size_t> assign_at(Value& state, DeltaPath const& path, Value value) {
  auto const filled = TRY(elements_to_fill(state, path));
  auto* at = &state;
  auto left = path.segments.size();
  for (auto const& segment : path.segments) {
    --left;
    if (!at->is_structured()) *at = is_digit_segment(segment) ? Value::array() : Value::object();
    if (at->is_array()) {
      auto const index = delta_index(segment);
      if (!index) return filled;
      if (*index >= at->size()) at->get_ref<Value::array_t&>().resize(*index + 1);
      at = &(*at)[*index];
    } else if (left == 0 && is_undefined(value)) {
      at->erase(segment);
      return filled;
    } else {
      at = &(*at)[segment];
    }
  }
  *at = is_undefined(value) ? Value(nullptr) : std::move(value);
  return filled;
}

void erase_at(Value& state, DeltaPath const& path) {
  std::string_view const text = path.text;
  auto const dot = text.rfind('.');
  auto const last = std::string(dot == std::string_view::npos ? text : text.substr(dot + 1));
  auto* parent =
      dot == std::string_view::npos ? &state : find_at(state, parse_delta_path(text.substr(0, dot)));
  if (parent == nullptr) return;
  if (parent->is_object())
    parent->erase(last);
  else if (auto* element = delta_child(*parent, last))
    *element = nullptr;
}

} // namespace artifactd::game
