#include "merge/canonical.hpp"

#include "state/json/walk.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>
#include <vector>

namespace artifactd {

namespace {

constexpr auto furthest = std::numeric_limits<long long>::max() / 4;

void append_canonical(std::string& out, std::string_view value) {
  switch (json::type_of(value)) {
  case json::Type::object: {
    std::vector<std::pair<std::string, std::string_view>> sorted;
    for (auto const& member : json::members(value))
      sorted.emplace_back(json::decode(member.key.of(value)), member.value.of(value));
    std::ranges::stable_sort(sorted, {}, [](auto const& each) { return std::string_view(each.first); });
    out += '{';
    for (auto const& [key, inner] : sorted) {
      out += json::quote(key);
      out += ':';
      append_canonical(out, inner);
      out += ',';
    }
    out += '}';
    return;
  }
  case json::Type::array:
    out += '[';
    for (auto const& element : json::elements(value)) {
      append_canonical(out, element.of(value));
      out += ',';
    }
    out += ']';
    return;
  case json::Type::string:
    out += json::quote(json::decode(value));
    return;
  case json::Type::number:
    out += canonical_number(value);
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
    // So far out numbers are told apart by how they are written: there is no room to move the point.
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
  append_canonical(out, value);
  return out;
}

} // namespace artifactd
