#include "agents/rule/coercion.hpp"

#include "state/json/json_text.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fmt/core.h>
#include <re2/re2.h>

namespace artifactd::extraction {

namespace {

constexpr std::array<std::string_view, 4> type_forms = {
    "any text", "digits with an optional sign, within 64 bits",
    "a real day as YYYY-MM-DD, YYYY/MM/DD or YYYYMMDD", "hexadecimal digits as 8-4-4-4-12"};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

std::optional<Json> integer(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  std::int64_t value = 0;
  auto const* end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<Json> date(std::string_view text) {
  static re2::RE2 const form("[0-9]{4}(?:-[0-9]{2}-|/[0-9]{2}/|[0-9]{2})[0-9]{2}");
  if (!re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), form)) return std::nullopt;
  std::string digits(text);
  std::erase_if(digits, [](char c) { return !json::is_digit(c); });
  auto const year = std::stoi(digits.substr(0, 4));
  auto const month = std::stoi(digits.substr(4, 2));
  auto const day = std::stoi(digits.substr(6));
  bool const real = (std::chrono::year(year) / month / day).ok();
  if (year == 0 || !real) return std::nullopt;
  return fmt::format("{:04}-{:02}-{:02}", year, month, day);
}

std::optional<Json> uuid(std::string_view text) {
  static re2::RE2 const form("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
  if (!re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), form)) return std::nullopt;
  return normalised(text, Normalisation::lowercase);
}

} // namespace

std::string normalised(std::string_view text, Normalisation normalisation) {
  if (normalisation == Normalisation::strip_leading_zeros)
    while (text.size() > 1 && text[0] == '0' && json::is_digit(text[1]))
      text.remove_prefix(1);
  std::string result(text);
  if (normalisation == Normalisation::lowercase) std::ranges::transform(result, result.begin(), lower);
  if (normalisation == Normalisation::uppercase) std::ranges::transform(result, result.begin(), upper);
  return result;
}

std::optional<Json> coerced(std::string_view text, FieldType type) {
  switch (type) {
  case FieldType::string:
    return text;
  case FieldType::integer:
    return integer(text);
  case FieldType::date:
    return date(text);
  case FieldType::uuid:
    return uuid(text);
  }
  return std::nullopt;
}

std::string_view type_form(FieldType type) noexcept {
  return type_forms[static_cast<std::size_t>(type)];
}

} // namespace artifactd::extraction
