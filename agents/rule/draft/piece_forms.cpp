#include "agents/rule/draft/piece_forms.hpp"

#include "agents/rule/coercion.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <optional>

namespace artifactd::extraction {

namespace {

using Rows = std::vector<std::vector<PathToken>>;

constexpr unsigned first_year = 1900;
constexpr unsigned last_year = 2099;
constexpr auto dates_that_are_read = "rules read YYYY-MM-DD, YYYY/MM/DD and YYYYMMDD";

unsigned digits_in(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool is_between(std::string_view text, std::size_t digits, unsigned least, unsigned most) {
  return text.size() == digits && digits_in(text) >= least && digits_in(text) <= most;
}

bool is_time(std::string_view text) {
  return (text.size() == 4 || text.size() == 6) && is_between(text.substr(0, 2), 2, 0, 23) &&
         is_between(text.substr(2, 2), 2, 0, 59) &&
         (text.size() == 4 || is_between(text.substr(4, 2), 2, 0, 59));
}

bool is_compact_date(std::string_view text) {
  return text.size() == 8 && is_year(text.substr(0, 4)) && coerced(text, FieldType::date);
}

/// The rows from one token onwards.
class Ahead {
public:
  Ahead(Rows const& rows, std::size_t at) : rows_(rows), at_(at) {}

  FormedSpan form() const {
    auto const& first = rows_.front()[at_];
    switch (first.kind) {
    case TokenKind::mark:
      return {1, PieceForm::constant};
    case TokenKind::word:
      return {1, PieceForm::word};
    case TokenKind::uuid:
      return {1, PieceForm::uuid};
    case TokenKind::hash:
      return {1, PieceForm::hash};
    case TokenKind::version:
      return version();
    case TokenKind::number:
      break;
    }
    if (auto span = written_date()) return *std::move(span);
    if (auto span = day_first()) return *std::move(span);
    if (behind_date()) {
      if (all(0, is_time)) return {1, PieceForm::time};
      if (is_written(2, 2, 2)) return {5, PieceForm::time};
    }
    if (is_written(4, 2) && all(0, is_year) && all(2, is_month)) return {3, PieceForm::month_of_year};
    if (all(0, is_compact_date)) return {1, PieceForm::date};
    if (all(0, [](auto text) { return is_between(text, 10, 1'000'000'000, 2'200'000'000); }))
      return {1, PieceForm::timestamp};
    bool const glued = at_ > 0 && rows_.front()[at_ - 1].kind == TokenKind::word;
    return {1, !glued && all(0, is_year) ? PieceForm::year : PieceForm::number};
  }

private:
  template <class Is>
  bool all(std::size_t ahead, Is const& is) const {
    return std::ranges::all_of(rows_, [&](auto const& row) { return is(row[at_ + ahead].text); });
  }

  bool is_mark(std::size_t ahead, std::string_view marks) const {
    auto const& row = rows_.front();
    return at_ + ahead < row.size() && row[at_ + ahead].kind == TokenKind::mark &&
           marks.contains(row[at_ + ahead].text[0]);
  }
  bool is_of_digits(std::size_t ahead, std::size_t digits) const {
    auto const& row = rows_.front();
    return at_ + ahead < row.size() && row[at_ + ahead].kind == TokenKind::number &&
           all(ahead, [digits](auto text) { return text.size() == digits; });
  }
  /// Numbers with these counts of digits, separated by one mark.
  bool is_written(std::size_t a, std::size_t b) const {
    return is_of_digits(0, a) && is_mark(1, "-_") && is_of_digits(2, b);
  }
  bool is_written(std::size_t a, std::size_t b, std::size_t c) const {
    return is_written(a, b) && is_mark(3, rows_.front()[at_ + 1].text) && is_of_digits(4, c);
  }

  static std::string whole(std::vector<PathToken> const& row, std::size_t at) {
    std::string text;
    for (std::size_t i = at; i < at + 5; ++i)
      text += row[i].text;
    return text;
  }

  std::optional<FormedSpan> written_date() const {
    if (!is_written(4, 2, 2)) return std::nullopt;
    for (auto const& row : rows_) {
      auto const day = std::string(row[at_].text) + "-" + std::string(row[at_ + 2].text) + "-" +
                       std::string(row[at_ + 4].text);
      if (!coerced(day, FieldType::date))
        return FormedSpan{
            5, PieceForm::date_text,
            fmt::format("{} is not a real date: dates like it are left as text", whole(row, at_))};
    }
    if (is_mark(1, "-")) return FormedSpan{5, PieceForm::date};
    return FormedSpan{5, PieceForm::date_text,
                      fmt::format("{} is left as text: {}", whole(rows_.front(), at_), dates_that_are_read)};
  }

  std::optional<FormedSpan> day_first() const {
    auto const is_part = [](std::string_view text) { return is_between(text, 2, 1, 31); };
    if (!is_written(2, 2, 4) || !all(0, is_part) || !all(2, is_part) || !all(4, is_year)) return std::nullopt;
    auto const above_twelve = [](std::string_view text) { return digits_in(text) > 12; };
    auto const shown = whole(rows_.front(), at_);
    bool const certain = std::ranges::any_of(rows_, [&](auto const& row) {
      return above_twelve(row[at_].text) || above_twelve(row[at_ + 2].text);
    });
    return FormedSpan{
        5, PieceForm::date_text,
        certain ? fmt::format("{} is left as text: {}", shown, dates_that_are_read)
                : fmt::format("{} may begin with the day or with the month: it is left as text", shown)};
  }

  FormedSpan version() const {
    auto const has_form = [this](std::string_view form) {
      return all(0, [form](std::string_view text) {
        return text.size() == form.size() && std::ranges::equal(text, form, [](char c, char f) {
                 return f == '0' ? c >= '0' && c <= '9' : c == f;
               });
      });
    };
    if (has_form("0000.00.00"))
      return {1, PieceForm::date_text,
              fmt::format("{} is left as text: {}", rows_.front()[at_].text, dates_that_are_read)};
    auto const is_address = [](std::string_view text) {
      return std::ranges::count(text, '.') == 3 && text.size() >= 7;
    };
    return {1, all(0, is_address) ? PieceForm::address : PieceForm::version};
  }

  /// With one token between: 20240115T103000, 2024-01-15_10-30-00; or without.
  bool behind_date() const {
    auto const is_date_at = [this](std::size_t at) {
      return std::ranges::all_of(rows_, [at](auto const& row) { return is_compact_date(row[at].text); });
    };
    if (at_ >= 1 && is_date_at(at_ - 1)) return true;
    if (at_ >= 2 && is_date_at(at_ - 2)) return true;
    return at_ >= 6 && Ahead(rows_, at_ - 6).is_written(4, 2, 2);
  }

  Rows const& rows_;
  std::size_t at_;
};

/// The first value with \d for each digit: all values have the same length.
std::string digits_of(std::string_view value) {
  std::string expression;
  for (std::size_t i = 0; i < value.size();) {
    std::size_t run = 0;
    while (i + run < value.size() && value[i + run] >= '0' && value[i + run] <= '9')
      ++run;
    if (run > 0)
      expression += fmt::format(R"(\d{{{}}})", run);
    else
      expression += value[i] == '.' ? "\\." : std::string(1, value[i]);
    i += std::max<std::size_t>(run, 1);
  }
  return expression;
}

} // namespace

bool is_year(std::string_view text) {
  return is_between(text, 4, first_year, last_year);
}
bool is_month(std::string_view text) {
  return is_between(text, 2, 1, 12);
}
bool is_day(std::string_view text) {
  return is_between(text, 2, 1, 31);
}

FormedSpan form_at(Rows const& rows, std::size_t at) {
  return Ahead(rows, at).form();
}

std::string expression_of(PieceForm form, std::vector<std::string_view> const& values) {
  switch (form) {
  case PieceForm::uuid:
    return "[0-9a-fA-F-]{36}";
  case PieceForm::hash:
    return "[0-9a-fA-F]+";
  case PieceForm::version:
  case PieceForm::address:
    return R"(\d+(?:\.\d+)+)";
  case PieceForm::number:
    return R"(\d+)";
  case PieceForm::text:
    return ".+";
  default:
    return digits_of(values.front());
  }
}

} // namespace artifactd::extraction
