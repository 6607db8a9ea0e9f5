// What calls cost: prices by model and by the day from which they hold, in whole numbers. One micro-dollar is
// a millionth of a US dollar; a price of a million tokens in micro-dollars loses nothing of how prices are
// published. A model without a price has no cost, rather than none.
#pragma once

#include "agents/model/model.hpp"

#include <chrono>
#include <map>

namespace artifactd::model {

using MicroDollars = std::uint64_t;
using Day = std::chrono::sys_days; ///< of UTC

/// Of a million tokens each. `input` is for what was neither read from a cache nor written to one.
struct Price {
  MicroDollars input = 0;
  MicroDollars cached = 0;
  MicroDollars cache_write = 0;
  MicroDollars output = 0;
  bool operator==(Price const&) const = default;
};

struct DatedPrice {
  Day from;
  Price price;
};

/// By the id of the model, in any order of days.
using PriceList = std::map<std::string, std::vector<DatedPrice>, std::less<>>;

/// The price that holds on that day: the one from the latest day that is not after it. Null when there is
/// none.
[[nodiscard]] Price const* price_of(PriceList const& prices, std::string_view model, Day day) noexcept;

/// Rounded up; the largest number where it would be larger.
[[nodiscard]] MicroDollars cost(Price const& price, Usage const& usage) noexcept;

/// Nothing when the model has no price on that day.
[[nodiscard]] std::optional<MicroDollars> cost(PriceList const& prices, std::string_view model, Day day,
                                               Usage const& usage) noexcept;

/// "2026-11-21"
[[nodiscard]] std::string day_text(Day day);

/// "$0.0315", "$1.20": exact, with cents at least.
[[nodiscard]] std::string dollars(MicroDollars amount);
/// Reads that back. Nothing for anything else, or beyond a billion dollars.
[[nodiscard]] std::optional<MicroDollars> parse_dollars(std::string_view text) noexcept;

} // namespace artifactd::model
