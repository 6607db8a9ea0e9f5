#include "merge/graph/canonical.hpp"

#include "state/json/walk.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <ranges>
#include <utility>
#include <vector>

namespace artifactd {

namespace {

constexpr auto furthest = std::numeric_limits<long long>::max() / 4;

using Members = std::vector<std::pair<std::string, std::string_view>>;

Members sorted_members(std::string_view object) {
  Members sorted;
  for (auto const& member : json::members(object))
    sorted.emplace_back(json::decode(member.key.of(object)), member.value.of(object));
  std::ranges::stable_sort(sorted, {}, [](auto const& each) { return std::string_view(each.first); });
  return sorted;
}

/// Keeps the last of each key, which is what readers see.
void drop_duplicates(Members& sorted) {
  auto former = std::ranges::unique(sorted | std::views::reverse, {}, &Members::value_type::first);
  sorted.erase(sorted.begin(), former.begin().base());
}

/// Whether the decimal's magnitude is at least 1; it is canonical, so its first digit is significant.
bool is_large(std::string_view canonical_decimal) {
  if (canonical_decimal.starts_with('-')) canonical_decimal.remove_prefix(1);
  auto e = canonical_decimal.find('e');
  if (e == canonical_decimal.npos) return true;
  auto exponent = canonical_decimal.substr(e + 1);
  if (!exponent.starts_with('-')) return true;
  long long value = 0;
  auto parsed = std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
  return parsed.ec == std::errc() && value + static_cast<long long>(e) > 0;
}

std::string number_as_read(std::string_view number) {
  double value = 0;
  auto parsed = std::from_chars(number.data(), number.data() + number.size(), value);
  if (parsed.ec == std::errc::result_out_of_range) {
    value = is_large(canonical_number(number)) ? std::numeric_limits<double>::max() : 0;
    if (number.starts_with('-')) value = -value;
  }
  if (value == 0) return "0";
  std::array<char, 32> text;
  auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

enum class Eyes : std::uint8_t { exact, as_read };

void append_canonical(std::string& out, std::string_view value, Eyes eyes) {
  switch (json::type_of(value)) {
  case json::Type::object: {
    auto sorted = sorted_members(value);
    if (eyes == Eyes::as_read) drop_duplicates(sorted);
    out += '{';
    for (auto const& [key, inner] : sorted) {
      out += json::quote(key);
      out += ':';
      append_canonical(out, inner, eyes);
      out += ',';
    }
    out += '}';
    return;
  }
  case json::Type::array:
    out += '[';
    for (auto const& element : json::elements(value)) {
      append_canonical(out, element.of(value), eyes);
      out += ',';
    }
    out += ']';
    return;
  case json::Type::string:
    out += json::quote(json::decode(value));
    return;
  case json::Type::number:
    out += eyes == Eyes::exact ? canonical_number(value) : number_as_read(value);
    return;
  default:
    out += value;
  }
}

} // namespace

std::string canonical_number(std::string_view number) {
  bool negative = number.starts_with('-');
  if (negative) number.remove_prefix(1);
  auto e = number.find_first_of("eE");
  auto mantissa = number.substr(0, e);
  if (mantissa.find_first_not_of("0.") == mantissa.npos) return "0";
  long long exponent = 0;
  if (e != number.npos) {
    auto digits = number.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    // Numbers this large or small are compared as written: there is no room to move the point.
    if (parsed.ec != std::errc() || exponent > furthest || exponent < -furthest)
      return std::string(negative ? "-" : "").append(mantissa).append("e").append(digits);
  }
  auto dot = mantissa.find('.');
  std::string digits(mantissa.substr(0, dot));
  if (dot != mantissa.npos) {
    digits += mantissa.substr(dot + 1);
    exponent -= static_cast<long long>(mantissa.size() - dot - 1);
  }
  digits.erase(0, digits.find_first_not_of('0'));
  while (digits.ends_with('0'))
    digits.pop_back(), ++exponent;
  return (negative ? "-" : "") + digits + (exponent == 0 ? "" : "e" + std::to_string(exponent));
}

std::string canonical(std::string_view value) {
  std::string out;
  append_canonical(out, value, Eyes::exact);
  return out;
}

std::string canonical_as_read(std::string_view value) {
  std::string out;
  append_canonical(out, value, Eyes::as_read);
  return out;
}

bool same_as_read(std::optional<std::string_view> a, std::optional<std::string_view> b) {
  if (!a || !b || *a == *b) return a == b;
  return canonical_as_read(*a) == canonical_as_read(*b);
}

} // namespace artifactd
