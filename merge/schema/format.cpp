#include "merge/schema/format.hpp"

#include "merge/schema/pattern.hpp"

#include <array>
#include <charconv>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::string_view date_form = R"(\d{4}-\d{2}-\d{2})";
constexpr std::string_view time_form =
    R"(([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+\-]([01]\d|2[0-3]):[0-5]\d))";

Pattern whole(std::string_view form) {
  return *Pattern::compile(fmt::format("^({})$", form));
}

int digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  std::from_chars(text.data() + at, text.data() + at + count, value);
  return value;
}

bool is_day(std::string_view date) {
  static constexpr std::array<int, 12> days = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  auto const year = digits(date, 0, 4), month = digits(date, 5, 2), day = digits(date, 8, 2);
  bool const leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (month == 2 && day == 29 && !leap) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= days[static_cast<std::size_t>(month - 1)];
}

/// Leap seconds are only inserted at the end of a day in UTC.
bool is_second(std::string_view time) {
  if (digits(time, 6, 2) != 60) return true;
  auto minute = digits(time, 0, 2) * 60 + digits(time, 3, 2);
  if (time.back() != 'z' && time.back() != 'Z') {
    auto const zone = time.substr(time.size() - 6);
    auto const offset = digits(zone, 1, 2) * 60 + digits(zone, 4, 2);
    minute += zone.front() == '-' ? offset : -offset;
  }
  constexpr int day = 24 * 60;
  return (minute + day) % day == day - 1;
}

bool is_date(std::string_view text) {
  static auto const form = whole(date_form);
  return form.found_in(text) && is_day(text);
}

bool is_time(std::string_view text) {
  static auto const form = whole(time_form);
  return form.found_in(text) && is_second(text);
}

bool is_date_time(std::string_view text) {
  constexpr std::size_t date_length = 10;
  return text.size() > date_length && (text[date_length] == 'T' || text[date_length] == 't') &&
         is_date(text.substr(0, date_length)) && is_time(text.substr(date_length + 1));
}

struct Format {
  std::string_view word;
  bool (*matches)(std::string_view);
  std::string_view expected;
};

constexpr std::array formats = {
    Format{"date", is_date, "a date as 2024-02-29"},
    Format{"time", is_time, "a time with its zone as 13:45:00Z"},
    Format{"date-time", is_date_time, "a moment as 2024-02-29T13:45:00Z"},
};

} // namespace

std::string_view misformatted(std::string_view format, std::string_view text) {
  for (auto const& each : formats)
    if (each.word == format) return each.matches(text) ? std::string_view() : each.expected;
  return {};
}

} // namespace artifactd
