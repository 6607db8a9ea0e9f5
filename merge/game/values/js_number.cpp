#include "merge/game/values/js_number.hpp"

#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace artifactd::game {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double endless = std::numeric_limits<double>::infinity();
constexpr std::string_view endless_word = "Infinity";

constexpr std::array<std::string_view, 25> js_spaces = {
    " ",      "\t",     "\n",     "\r",     "\v",     "\f",     "\u00a0", "\u1680", "\u2000",
    "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009",
    "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff"};

std::string_view without_leading_space(std::string_view text) {
  auto space = js_spaces.begin();
  while (space != js_spaces.end()) {
    space = std::ranges::find_if(js_spaces, [&](auto one) { return text.starts_with(one); });
    if (space != js_spaces.end()) text.remove_prefix(space->size());
  }
  return text;
}

std::string_view without_trailing_space(std::string_view text) {
  auto space = js_spaces.begin();
  while (space != js_spaces.end()) {
    space = std::ranges::find_if(js_spaces, [&](auto one) { return text.ends_with(one); });
    if (space != js_spaces.end()) text.remove_suffix(space->size());
  }
  return text;
}

std::size_t digits_from(std::string_view text, std::size_t at) {
  auto const from = at;
  while (at < text.size() && json::is_digit(text[at]))
    ++at;
  return at - from;
}

/// The length of the decimal literal, with its sign, at the start of the text; 0 if there is none.
std::size_t literal_length(std::string_view text) {
  std::size_t at = text.starts_with('+') || text.starts_with('-') ? 1 : 0;
  if (text.substr(at).starts_with(endless_word)) return at + endless_word.size();
  auto digits = digits_from(text, at);
  at += digits;
  if (at < text.size() && text[at] == '.') {
    auto const fraction = digits_from(text, at + 1);
    digits += fraction;
    at += 1 + fraction;
  }
  if (digits == 0) return 0;
  if (at == text.size() || (text[at] != 'e' && text[at] != 'E')) return at;
  auto power = at + 1;
  if (power < text.size() && (text[power] == '+' || text[power] == '-')) ++power;
  auto const power_digits = digits_from(text, power);
  return power_digits == 0 ? at : power + power_digits;
}

/// Whether an unsigned literal that no double can hold is too large rather than too small.
bool exceeds_doubles(std::string_view literal) {
  constexpr long long far = 1'000'000'000'000; // beyond any text's length
  auto const e = std::min(literal.find_first_of("eE"), literal.size());
  auto const mantissa = literal.substr(0, e);
  auto const point = static_cast<long long>(std::min(mantissa.find('.'), mantissa.size()));
  auto const first = mantissa.find_first_not_of("0.");
  if (first == mantissa.npos) return false;
  long long power = 0;
  if (e < literal.size()) {
    auto written = literal.substr(e + 1);
    bool const negative = written.starts_with('-');
    if (negative || written.starts_with('+')) written.remove_prefix(1);
    if (std::from_chars(written.data(), written.data() + written.size(), power).ec != std::errc() ||
        power > far)
      power = far;
    if (negative) power = -power;
  }
  return point - static_cast<long long>(first) + power > 0;
}

double literal_number(std::string_view literal) {
  bool const negative = literal.starts_with('-');
  if (negative || literal.starts_with('+')) literal.remove_prefix(1);
  double number = 0;
  if (literal == endless_word)
    number = endless;
  else if (std::from_chars(literal.data(), literal.data() + literal.size(), number).ec ==
           std::errc::result_out_of_range)
    number = exceeds_doubles(literal) ? endless : 0;
  return negative ? -number : number;
}

int radix_digit(char c) {
  if (json::is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

/// Rounded once: bits beyond 64 are folded into the lowest one.
double radix_number(std::string_view digits, int bits) {
  std::uint64_t mantissa = 0;
  int power = 0;
  for (char const c : digits) {
    auto const digit = radix_digit(c);
    if (digit >= 1 << bits) return not_a_number;
    if (mantissa >> 59 == 0) {
      mantissa = mantissa << bits | static_cast<std::uint64_t>(digit);
    } else {
      mantissa |= digit != 0 ? 1U : 0U;
      power = std::min(power + bits, 2000);
    }
  }
  return digits.empty() ? not_a_number : std::ldexp(static_cast<double>(mantissa), power);
}

/// The bits of a digit after the prefix 0x, 0o or 0b.
std::optional<int> prefixed_bits(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return std::nullopt;
  switch (text[1]) {
  case 'x':
  case 'X':
    return 4;
  case 'o':
  case 'O':
    return 3;
  case 'b':
  case 'B':
    return 1;
  default:
    return std::nullopt;
  }
}

} // namespace

std::string number_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (number == 0) return "0";
  std::string text = number < 0 ? "-" : "";
  if (std::isinf(number)) return text + std::string(endless_word);

  std::array<char, 32> shortest{}; // d.ddde±xx
  auto* const end =
      std::to_chars(shortest.begin(), shortest.end(), std::abs(number), std::chars_format::scientific).ptr;
  auto* const e = std::find(shortest.begin(), end, 'e');
  std::string digits(1, shortest[0]);
  if (e - shortest.begin() > 2) digits.append(shortest.begin() + 2, e);
  int power = 0;
  std::from_chars(e + (e[1] == '+' ? 2 : 1), end, power);

  auto const count = static_cast<int>(digits.size());
  auto const zeros = [](int many) { return std::string(static_cast<std::size_t>(many), '0'); };
  if (power >= 21 || power < -6) {
    if (count > 1) digits.insert(1, ".");
    return text + digits + (power < 0 ? "e-" : "e+") + std::to_string(std::abs(power));
  }
  if (power < 0) return text + "0." + zeros(-power - 1) + digits;
  if (count <= power + 1) return text + digits + zeros(power + 1 - count);
  return text + digits.insert(static_cast<std::size_t>(power) + 1, ".");
}

double text_number(std::string_view text) {
  text = without_trailing_space(without_leading_space(text));
  if (text.empty()) return 0;
  if (auto const bits = prefixed_bits(text)) return radix_number(text.substr(2), *bits);
  return literal_length(text) == text.size() ? literal_number(text) : not_a_number;
}

double leading_number(std::string_view text) {
  text = without_leading_space(text);
  auto const length = literal_length(text);
  return length == 0 ? not_a_number : literal_number(text.substr(0, length));
}

} // namespace artifactd::game
