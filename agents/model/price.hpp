// What calls cost: prices by model and by the day from which they apply, in whole numbers. One micro-dollar
// is a millionth of a US dollar; published prices per million tokens are exact in micro-dollars. The cost of
// a model without a price is unknown, not zero.
#pragma once

#include "agents/model/model.hpp"

#include <chrono>
#include <map>

namespace artifactd::model {

using MicroDollars = std::uint64_t;
using Day = std::chrono::sys_days; ///< in UTC

/// Each per million tokens. `input` is for tokens neither read from a cache nor written to one.
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

/// By model id; the days may be in any order.
using PriceList = std::map<std::string, std::vector<DatedPrice>, std::less<>>;

/// The price that applies on that day: the latest one that does not start after it. Null if there is none.
[[nodiscard]] Price const* price_of(PriceList const& prices, std::string_view model, Day day) noexcept;

/// Rounded up; saturates at the largest number.
[[nodiscard]] MicroDollars cost(Price const& price, Usage const& usage) noexcept;

/// "2026-11-21"
[[nodiscard]] std::string day_text(Day day);

/// "$0.0315", "$1.20": exact, with at least two decimals.
[[nodiscard]] std::string dollars(MicroDollars amount);
/// The inverse of dollars(). std::nullopt for anything else, or above a billion dollars.
[[nodiscard]] std::optional<MicroDollars> parse_dollars(std::string_view text) noexcept;

} // namespace artifactd::model
