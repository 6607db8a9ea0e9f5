#include "daemon/config/config_filling.hpp"

#include <charconv>
#include <cmath>

namespace artifactd {

namespace {

constexpr double most_dollars = 1'000'000;

std::optional<unsigned> digits(std::string_view text) {
  unsigned number = 0;
  auto const* const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

/// "2026-01-31"; std::nullopt if there is no such day.
std::optional<model::Day> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  auto const year = digits(text.substr(0, 4));
  auto const month = digits(text.substr(5, 2));
  auto const day = digits(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  std::chrono::year_month_day const date{std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month), std::chrono::day(*day)};
  if (!date.ok()) return std::nullopt;
  return model::Day(date);
}

} // namespace

std::optional<model::MicroDollars> Filling::money() const {
  auto const dollars = node_->is_number() ? node_->value<double>() : std::nullopt;
  if (!dollars || !std::isfinite(*dollars) || *dollars < 0 || *dollars > most_dollars) return std::nullopt;
  return static_cast<model::MicroDollars>(std::llround(*dollars * 1e6));
}

bool Filling::unlimited() const {
  return node_->value_exact<std::string>() == "unlimited";
}

bool Filling::take(std::optional<model::MicroDollars>& value, MoneyRule) {
  return accept(value, money(), "has to be an amount of US dollars, such as 0.80");
}

bool Filling::take(std::optional<model::MicroDollars>& value, MoneyLimitRule) {
  auto const amount = money();
  if (!amount && !unlimited())
    return refuse("has to be an amount of US dollars, such as 0.50, or \"unlimited\"");
  value = amount;
  return true;
}

bool Filling::take(std::optional<std::uint64_t>& value, TokenLimitRule) {
  auto const number = node_->value_exact<std::int64_t>();
  if (!unlimited() && (!number || *number < 0))
    return refuse("has to be a whole number of tokens, or \"unlimited\"");
  value.reset();
  if (number) value = static_cast<std::uint64_t>(*number);
  return true;
}

bool Filling::take(std::optional<std::int64_t>& value, IntegerRule) {
  return accept(value, node_->value_exact<std::int64_t>(), "has to be a whole number");
}

bool Filling::take(std::optional<double>& value, NumberRule const& rule) {
  auto const number = node_->is_number() ? node_->value<double>() : std::nullopt;
  if (!number || !(*number >= rule.least && *number <= rule.most))
    return refuse(fmt::format("has to be a number from {} to {}", rule.least, rule.most));
  value = number;
  return true;
}

bool Filling::take(std::optional<model::Day>& value, DayRule) {
  auto const day = parse_day(node_->value_exact<std::string>().value_or(""));
  return accept(value, day, "has to be a day such as \"2026-01-31\"");
}

} // namespace artifactd
