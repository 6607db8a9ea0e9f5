#include "daemon/commands/status/status_sections.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// As many rows as there is room for; returns what is left of it.
std::size_t widen(StatusSection& section, std::size_t room) {
  auto const before = section.height();
  auto wider = section;
  while (wider.shown < section.groups.size()) {
    ++wider.shown;
    if (wider.height() <= before + room) section.shown = wider.shown;
  }
  return room - (section.height() - before);
}

} // namespace

std::vector<StatusSection> sections_of(std::span<StuckRow const> rows) {
  std::vector<StatusSection> sections;
  for (std::size_t actor = 0; actor < actors; ++actor) {
    auto const same = std::ranges::equal_range(rows, static_cast<Actor>(actor), {}, &StuckRow::actor);
    if (auto groups = grouped(same); !groups.empty())
      sections.push_back({static_cast<Actor>(actor), std::move(groups)});
  }
  return sections;
}

std::size_t height_of(std::vector<StatusSection> const& sections) noexcept {
  auto height = sections.size(); // headings
  for (auto const& each : sections)
    height += each.height();
  return height;
}

std::size_t widen(std::vector<StatusSection>& sections, std::size_t room, std::size_t reserved) {
  room -= std::min(room, height_of(sections));
  std::size_t kept_free = 0;
  for (auto& each : sections) {
    room = widen(each, room);
    if (each.actor != Actor::operators) continue;
    kept_free = std::min(room, reserved);
    room -= kept_free;
  }
  return room + kept_free;
}

void squeeze(std::vector<StatusSection>& sections, std::size_t room) noexcept {
  std::size_t rows = 0;
  for (auto const& each : sections)
    rows += each.groups.size();
  auto left = rows <= room ? room : room - std::min<std::size_t>(room, 1);
  for (auto& each : sections) {
    each.shown = std::min<std::size_t>(left, 1);
    left -= each.shown;
  }
  for (auto& each : sections) {
    auto const more = std::min(left, each.groups.size() - each.shown);
    each.shown += more;
    left -= more;
  }
}

std::size_t left_out_of(StatusSection const& section) noexcept {
  std::size_t count = 0;
  for (auto i = section.shown; i < section.groups.size(); ++i)
    count += section.groups[i].count;
  return count;
}

} // namespace artifactd
