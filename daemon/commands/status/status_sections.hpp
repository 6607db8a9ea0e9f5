// Which rows of the status there is room for: what is stuck, in a section for each who has to act.
#pragma once

#include "daemon/commands/status/stuck_groups.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace artifactd {

struct StatusSection {
  Actor actor;
  std::vector<StuckGroup> groups; ///< at least one
  std::size_t shown = 1;          ///< of the groups, from the first

  /// In lines, without heading and commands: a last one says how much is left out.
  [[nodiscard]] std::size_t height() const noexcept { return shown + (shown < groups.size() ? 1 : 0); }
};

/// `rows` by who has to act; those without any are left out.
[[nodiscard]] std::vector<StatusSection> sections_of(std::span<StuckRow const> rows);

/// In lines, with headings and without commands.
[[nodiscard]] std::size_t height_of(std::vector<StatusSection> const& sections) noexcept;

/// Shows more rows, the most urgent first, in a height of at most `room` lines; returns what is left of it.
/// `reserved`: lines that all sections but an operator's leave free.
std::size_t widen(std::vector<StatusSection>& sections, std::size_t room, std::size_t reserved);

/// Where there is no room for headings: as many rows as fit, one of each section first, with one line for
/// everything that is left out.
void squeeze(std::vector<StatusSection>& sections, std::size_t room) noexcept;

/// How many things have no row.
[[nodiscard]] std::size_t left_out_of(StatusSection const& section) noexcept;

} // namespace artifactd
