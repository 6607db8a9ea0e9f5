#include "agents/turn/content/chat.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <chrono>
#include <cmath>

namespace artifactd::turn {

namespace {

using std::chrono::milliseconds;

constexpr double first_in_milliseconds = 1e11; // in seconds that is the year 5138

constexpr std::array<std::string_view, 12> months = {"january",   "february", "march",    "april",
                                                     "may",       "june",     "july",     "august",
                                                     "september", "october",  "november", "december"};

struct Clock {
  int hour = 0;
  int minute = 0;
  int second = 0;
  int millisecond = 0;
  int zone = 0; ///< minutes east of Greenwich
};

/// Reads a date from the front; each part returns whether it was there.
class Scanner {
public:
  explicit Scanner(std::string_view text) : rest_(trimmed(text)) {}

  bool digits(int& number, std::size_t most) {
    std::size_t count = 0;
    number = 0;
    for (; count < most && count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9'; ++count)
      number = number * 10 + (rest_[count] - '0');
    rest_.remove_prefix(count);
    return count > 0;
  }
  /// Ignores case.
  bool word(std::string_view word) {
    if (rest_.size() < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
      if ((rest_[i] >= 'A' && rest_[i] <= 'Z' ? rest_[i] - 'A' + 'a' : rest_[i]) != word[i]) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void blanks() { rest_ = trimmed(rest_); }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

private:
  std::string_view rest_;
};

std::optional<Time> moment(int year, int month, int day, Clock const& clock) {
  namespace chrono = std::chrono;
  chrono::year_month_day const date(chrono::year(year), chrono::month(static_cast<unsigned>(month)),
                                    chrono::day(static_cast<unsigned>(day)));
  bool const real = date.ok() && year >= 1970 && clock.hour < 24 && clock.minute < 60 && clock.second < 61;
  if (!real) return std::nullopt;
  auto const at = chrono::sys_days(date).time_since_epoch() + chrono::hours(clock.hour) +
                  chrono::minutes(clock.minute - clock.zone) + chrono::seconds(clock.second);
  auto const time = chrono::duration_cast<milliseconds>(at).count() + clock.millisecond;
  return time < 0 || time >= end_of_time ? std::nullopt : std::optional<Time>(time);
}

bool fraction(Scanner& scan, Clock& clock) {
  if (!scan.word(".")) return true;
  int ignored = 0;
  int digit = 0;
  int scale = 100;
  if (!scan.digits(digit, 1)) return false;
  for (clock.millisecond = 0;; scale /= 10) {
    clock.millisecond += digit * scale;
    if (scale == 1 || !scan.digits(digit, 1)) break;
  }
  static_cast<void>(scan.digits(ignored, 9));
  return true;
}

bool zone(Scanner& scan, Clock& clock) {
  if (scan.word("z") || scan.at_end()) return true;
  int const sign = scan.word("+") ? 1 : scan.word("-") ? -1 : 0;
  int hours = 0;
  int minutes = 0;
  if (sign == 0 || !scan.digits(hours, 2)) return false;
  static_cast<void>(scan.word(":"));
  static_cast<void>(scan.digits(minutes, 2));
  clock.zone = sign * (hours * 60 + minutes);
  return hours < 24 && minutes < 60;
}

/// "13:02:03.004Z"; seconds and zone are optional.
bool iso_clock(Scanner& scan, Clock& clock) {
  if (!scan.digits(clock.hour, 2) || !scan.word(":") || !scan.digits(clock.minute, 2)) return false;
  if (scan.word(":") && (!scan.digits(clock.second, 2) || !fraction(scan, clock))) return false;
  return zone(scan, clock);
}

/// "@13h 02m 03s 4ms"; the last part is optional.
bool lettered_clock(Scanner& scan, Clock& clock) {
  for (auto const& [number, unit] :
       {std::pair(&clock.hour, "h"), std::pair(&clock.minute, "m"), std::pair(&clock.second, "s")}) {
    scan.blanks();
    if (!scan.digits(*number, 2) || !scan.word(unit)) return false;
  }
  scan.blanks();
  return scan.at_end() || (scan.digits(clock.millisecond, 3) && scan.word("ms"));
}

std::optional<Time> numeric_date(std::string_view text) {
  Scanner scan(text);
  int year = 0;
  int month = 0;
  int day = 0;
  Clock clock;
  if (!scan.digits(year, 4) || !scan.word("-") || !scan.digits(month, 2) || !scan.word("-") ||
      !scan.digits(day, 2))
    return std::nullopt;
  bool const spaced = scan.word("t");
  if (!spaced) scan.blanks();
  bool const read = scan.word("@") ? lettered_clock(scan, clock) : scan.at_end() || iso_clock(scan, clock);
  return read && scan.at_end() ? moment(year, month, day, clock) : std::nullopt;
}

/// "January 1, 2024 1:02pm"
std::optional<Time> spoken_date(std::string_view text) {
  Scanner scan(text);
  int month = 0;
  while (month < 12 && !scan.word(months[static_cast<std::size_t>(month)]))
    ++month;
  int year = 0;
  int day = 0;
  Clock clock;
  scan.blanks();
  if (month == 12 || !scan.digits(day, 2) || !scan.word(",")) return std::nullopt;
  scan.blanks();
  if (!scan.digits(year, 4)) return std::nullopt;
  scan.blanks();
  if (!scan.digits(clock.hour, 2) || !scan.word(":") || !scan.digits(clock.minute, 2)) return std::nullopt;
  scan.blanks();
  bool const afternoon = scan.word("pm");
  bool const twelve_hours = afternoon || scan.word("am");
  if (!scan.at_end() || (twelve_hours && (clock.hour < 1 || clock.hour > 12))) return std::nullopt;
  if (twelve_hours) clock.hour = clock.hour % 12 + (afternoon ? 12 : 0);
  return moment(year, month + 1, day, clock);
}

std::optional<Time> since_epoch(double number) {
  double const milliseconds_since = number < first_in_milliseconds ? number * 1000 : number;
  if (!(milliseconds_since >= 0) || milliseconds_since >= static_cast<double>(end_of_time))
    return std::nullopt;
  return static_cast<Time>(milliseconds_since);
}

} // namespace

std::optional<Time> chat_time(Json const& written) {
  if (written.is_number()) return since_epoch(written.get<double>());
  if (!written.is_string()) return std::nullopt;
  auto const text = trimmed(written.get_ref<std::string const&>());
  if (!text.empty() && text.size() < 16 && text.find_first_not_of("0123456789") == text.npos)
    return since_epoch(std::stod(std::string(text)));
  auto const numeric = numeric_date(text);
  return numeric ? numeric : spoken_date(text);
}

} // namespace artifactd::turn
