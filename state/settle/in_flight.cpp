#include "state/settle/in_flight.hpp"

#include "state/session/session_layout.hpp"

#include <array>
#include <charconv>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::array<std::string_view, 2> verdict_prefixes = {"accepted.", "refused."};

/// Takes ".<number>" off the end of `text`.
template <class Number>
bool take_last(std::string_view& text, Number& number) {
  auto const dot = text.rfind('.');
  if (dot == text.npos) return false;
  auto const digits = text.substr(dot + 1);
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return false;
  text = text.substr(0, dot);
  return true;
}

} // namespace

std::string to_name(InFlight const& in_flight) {
  return fmt::format("{}{}.{}.{}.{}", verdict_prefixes[static_cast<std::size_t>(in_flight.verdict)],
                     layout::signal(in_flight.signal), in_flight.drop.inode, in_flight.drop.birth_ns,
                     in_flight.drop.modified_ns);
}

std::optional<InFlight> parse_in_flight(std::string_view name) {
  for (auto verdict : {Verdict::accepted, Verdict::refused}) {
    auto const prefix = verdict_prefixes[static_cast<std::size_t>(verdict)];
    if (!name.starts_with(prefix)) continue;
    auto rest = name.substr(prefix.size());
    DropId drop;
    if (!take_last(rest, drop.modified_ns) || !take_last(rest, drop.birth_ns) || !take_last(rest, drop.inode))
      return std::nullopt;
    auto signal = parse_lock_name(rest);
    if (!signal) return std::nullopt;
    return InFlight{verdict, *std::move(signal), drop};
  }
  return std::nullopt;
}

} // namespace artifactd
