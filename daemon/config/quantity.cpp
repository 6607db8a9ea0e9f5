#include "daemon/config/quantity.hpp"

#include <array>
#include <charconv>
#include <fmt/core.h>
#include <limits>
#include <span>

namespace artifactd {

namespace {

struct Unit {
  std::string_view word;
  std::int64_t worth;
};

// Both from small to large.
constexpr std::array sizes = {Unit{"B", 1}, Unit{"KiB", 1LL << 10}, Unit{"MiB", 1LL << 20},
                              Unit{"GiB", 1LL << 30}, Unit{"TiB", 1LL << 40}};
constexpr std::array durations = {Unit{"ns", 1},
                                  Unit{"us", 1'000},
                                  Unit{"ms", 1'000'000},
                                  Unit{"s", 1'000'000'000},
                                  Unit{"m", 60'000'000'000},
                                  Unit{"min", 60'000'000'000},
                                  Unit{"h", 3'600'000'000'000},
                                  Unit{"d", 86'400'000'000'000}};

/// A number without a unit uses `bare`; if `bare` is empty it is refused.
std::optional<std::int64_t> parse(std::string_view text, std::span<Unit const> units,
                                  std::string_view bare) noexcept {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  std::int64_t number = 0;
  auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  if (text.empty()) text = bare;
  for (auto const& unit : units)
    if (text == unit.word) {
      if (number > std::numeric_limits<std::int64_t>::max() / unit.worth) return std::nullopt;
      return number * unit.worth;
    }
  return std::nullopt;
}

/// In the largest unit that divides it.
std::string text_of(std::int64_t amount, std::span<Unit const> units) {
  auto best = units.front();
  for (auto const& unit : units)
    if (amount != 0 && amount % unit.worth == 0) best = unit;
  return fmt::format("{}{}", amount / best.worth, best.word);
}

} // namespace

std::optional<std::uint64_t> parse_size(std::string_view text) noexcept {
  auto bytes = parse(text, sizes, "B");
  if (!bytes) return std::nullopt;
  return static_cast<std::uint64_t>(*bytes);
}

std::string size_text(std::uint64_t bytes) {
  return text_of(static_cast<std::int64_t>(bytes), sizes);
}

std::optional<Duration> parse_duration(std::string_view text) noexcept {
  auto amount = parse(text, durations, "");
  if (!amount) return std::nullopt;
  return Duration(*amount);
}

std::string duration_text(Duration duration) {
  return duration == Duration::zero() ? "0s" : text_of(duration.count(), durations);
}

} // namespace artifactd
