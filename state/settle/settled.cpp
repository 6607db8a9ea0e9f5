#include "state/settle/settled.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <ranges>

namespace artifactd {

namespace {

constexpr std::size_t longest_attribute = 3 * 1024; ///< of ext4's 4 KiB for all attributes of a file
constexpr std::size_t shown_digest = 8;

std::string digits(std::uint64_t number) {
  std::array<char, 16> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number, 36).ptr};
}

/// The inverse of place_of, after the signal's word and a blank; std::nullopt if a number is invalid.
std::optional<DropId> drop_in(std::string_view place) {
  std::array<std::uint64_t, 3> numbers{};
  auto const* at = place.data();
  auto const* const end = at + place.size();
  for (auto& number : numbers) {
    auto const [rest, error] = std::from_chars(at, end, number, 36);
    if (error != std::errc() || rest == end || *rest != ' ') return std::nullopt;
    at = rest + 1;
  }
  auto const [inode, birth, since] = numbers;
  return DropId{inode, static_cast<std::int64_t>(birth), static_cast<std::int64_t>(birth + since)};
}

/// Five words of printable ASCII, which are compared as text.
bool is_line(std::string_view line) {
  auto const plain = std::ranges::all_of(line, [](char each) { return each >= ' ' && each <= '~'; });
  return plain && line.size() <= 256 && std::ranges::count(line, ' ') == 4;
}

} // namespace

std::string place_of(Sighting const& sighting) {
  auto const drop = drop_id(sighting.stamp);
  auto const birth = static_cast<std::uint64_t>(drop.birth_ns);
  return fmt::format("{} {} {} {} ", signal_word(sighting.signal), digits(drop.inode), digits(birth),
                     digits(static_cast<std::uint64_t>(drop.modified_ns) - birth)); // may wrap around
}

SettledSignals SettledSignals::parse(std::string_view text) {
  SettledSignals settled;
  for (auto const line : std::views::split(text, '\n'))
    if (std::string_view const each(line.begin(), line.end()); is_line(each))
      settled.lines_.emplace_back(each);
  return settled;
}

void SettledSignals::add(Sighting const& sighting, std::string_view inputs_digest) {
  lines_.push_back(place_of(sighting).append(inputs_digest.substr(0, shown_digest)));
}

void SettledSignals::add(SettledSignals const& others) {
  lines_.insert(lines_.end(), others.lines_.begin(), others.lines_.end());
}

void SettledSignals::carry_along(SettledSignals const& former) {
  auto room = longest_attribute - std::min(longest_attribute, to_attribute().size());
  for (auto const& line : former.lines_ | std::views::reverse) {
    if (line.size() + 1 > room) return;
    room -= line.size() + 1;
    lines_.insert(lines_.begin(), line);
  }
}

bool SettledSignals::remove(Sighting const& sighting) {
  auto const place = place_of(sighting);
  return std::erase_if(lines_, [&](std::string const& line) { return line.starts_with(place); }) > 0;
}

bool SettledSignals::hold(Sighting const& sighting) const {
  auto const place = place_of(sighting);
  return std::ranges::any_of(lines_, [&](std::string const& line) { return line.starts_with(place); });
}

std::vector<DropId> SettledSignals::drops_of(SignalName const& signal) const {
  std::vector<DropId> drops;
  auto const word = signal_word(signal) + " ";
  for (std::string_view const line : lines_)
    if (line.starts_with(word))
      if (auto const drop = drop_in(line.substr(word.size()))) drops.push_back(*drop);
  return drops;
}

std::string SettledSignals::to_attribute() const {
  auto text = fmt::format("{}", fmt::join(lines_, "\n"));
  return text.size() <= longest_attribute ? text : "";
}

} // namespace artifactd
