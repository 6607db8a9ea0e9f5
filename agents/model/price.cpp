#include "agents/model/price.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <limits>

namespace artifactd::model {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t million = 1'000'000;

/// Sums up products without overflow: whole micro-dollars and millionths of one are kept apart.
class Sum {
public:
  void add(std::uint64_t tokens, MicroDollars per_million) noexcept {
    auto const product = static_cast<Wide>(tokens) * per_million;
    whole_ += product / million;
    millionths_ += static_cast<std::uint64_t>(product % million);
  }

  [[nodiscard]] MicroDollars rounded_up() const noexcept {
    auto const total = whole_ + (millionths_ + million - 1) / million;
    constexpr auto most = std::numeric_limits<MicroDollars>::max();
    return total > most ? most : static_cast<MicroDollars>(total);
  }

private:
  Wide whole_ = 0;
  std::uint64_t millionths_ = 0;
};

std::uint64_t minus(std::uint64_t whole, std::uint64_t part) noexcept {
  return whole - std::min(whole, part);
}

} // namespace

Price const* price_of(PriceList const& prices, std::string_view model, Day day) noexcept {
  auto found = prices.find(model);
  if (found == prices.end()) return nullptr;
  DatedPrice const* latest = nullptr;
  for (auto const& each : found->second)
    if (each.from <= day && (latest == nullptr || latest->from <= each.from)) latest = &each;
  return latest == nullptr ? nullptr : &latest->price;
}

MicroDollars cost(Price const& price, Usage const& usage) noexcept {
  Sum sum;
  sum.add(minus(minus(usage.input, usage.cached), usage.cache_written), price.input);
  sum.add(usage.cached, price.cached);
  sum.add(usage.cache_written, price.cache_write);
  sum.add(usage.output, price.output);
  return sum.rounded_up();
}

std::string day_text(Day day) {
  std::chrono::year_month_day const date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::string dollars(MicroDollars amount) {
  auto text = fmt::format("${}.{:06}", amount / million, amount % million);
  auto const shortest = text.find('.') + 3;
  while (text.size() > shortest && text.back() == '0')
    text.pop_back();
  return text;
}

std::optional<MicroDollars> parse_dollars(std::string_view text) noexcept {
  constexpr std::size_t most_whole = 9;
  constexpr std::size_t most_decimals = 6;
  auto const point = text.find('.');
  if (!text.starts_with('$') || point == text.npos) return std::nullopt;
  auto const whole = text.substr(1, point - 1);
  auto const decimals = text.substr(point + 1);
  auto number = [](std::string_view digits, std::size_t most) -> std::optional<MicroDollars> {
    MicroDollars value = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.size() > most || error != std::errc() || end != digits.data() + digits.size())
      return std::nullopt;
    return value;
  };
  auto const dollars = number(whole, most_whole);
  auto fraction = number(decimals, most_decimals);
  if (!dollars || !fraction) return std::nullopt;
  for (auto place = decimals.size(); place < most_decimals; ++place)
    *fraction *= 10;
  return *dollars * million + *fraction;
}

} // namespace artifactd::model
