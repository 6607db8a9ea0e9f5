#include "state/tuning/tuning_state.hpp"

#include <charconv>
#include <chrono>

namespace artifactd::tuning {

namespace {

/// Removes exactly `digits` digits from the front of `text` and returns their value.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) noexcept {
  if (text.size() < digits) return std::nullopt;
  int number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + digits, number);
  if (error != std::errc() || end != text.data() + digits || text[0] == '-') return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, char expected) noexcept {
  if (text.empty() || text[0] != expected) return false;
  text.remove_prefix(1);
  return true;
}

/// In nanoseconds; further digits are cut off.
std::optional<std::int64_t> take_fraction(std::string_view& text) noexcept {
  if (!take(text, '.')) return 0;
  std::int64_t ns = 0;
  std::int64_t unit = 100'000'000;
  std::size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits, unit /= 10)
    ns += (text[digits] - '0') * unit;
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return ns;
}

std::optional<std::chrono::minutes> take_zone(std::string_view& text) noexcept {
  if (take(text, 'Z')) return std::chrono::minutes(0);
  auto east = take(text, '+');
  if (!east && !take(text, '-')) return std::nullopt;
  auto hours = take_digits(text, 2);
  take(text, ':');
  auto minutes = take_digits(text, 2);
  if (!hours || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  auto offset = std::chrono::minutes(60 * *hours + *minutes);
  return east ? offset : -offset;
}

} // namespace

std::optional<std::int64_t> parse_time(std::string_view text) noexcept {
  auto number = [&](std::size_t digits) { return take_digits(text, digits).value_or(-1); };
  auto year = number(4);
  if (year < 1678 || year > 2261 || !take(text, '-')) return std::nullopt; // the range of 64-bit nanoseconds
  auto month = number(2);
  if (!take(text, '-')) return std::nullopt;
  auto day = number(2);
  if (month < 1 || day < 1 || !take(text, 'T')) return std::nullopt;
  auto const date = std::chrono::year(year) / std::chrono::month(static_cast<unsigned>(month)) /
                    std::chrono::day(static_cast<unsigned>(day));
  auto hour = number(2);
  if (!take(text, ':')) return std::nullopt;
  auto minute = number(2);
  if (!take(text, ':')) return std::nullopt;
  auto second = number(2);
  auto fraction = take_fraction(text);
  auto zone = take_zone(text);
  if (!date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60 ||
      !fraction || !zone || !text.empty())
    return std::nullopt;
  auto moment = std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) -
                *zone + std::chrono::seconds(second);
  return std::chrono::duration_cast<std::chrono::nanoseconds>(moment.time_since_epoch()).count() + *fraction;
}

} // namespace artifactd::tuning
