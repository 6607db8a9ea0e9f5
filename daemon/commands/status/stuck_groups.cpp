#include "daemon/commands/status/stuck_groups.hpp"

#include "daemon/status/short_error.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <tuple>

namespace artifactd {

namespace {

constexpr std::size_t few = 3; // fewer lines do not make a page longer than a group's

/// Equal for rows that say the same.
using Cause = std::tuple<Actor, StuckRow::State, std::string>;

/// The rest of a reason with a code names a place.
std::string code_or_reason(std::string const& reason) {
  auto const code = leading_code(reason);
  return code.empty() ? reason : std::string(code);
}

Cause cause_of(StuckRow const& row) {
  return {row.actor, row.state, row.code.empty() ? code_or_reason(row.reason) : row.code};
}

bool can_be_grouped(StuckRow const& row) {
  auto const waits = row.actor == Actor::operators && row.state == StuckRow::State::pending;
  return row.actor == Actor::agents || row.actor == Actor::ours || waits;
}

StuckGroup one_for_all(StuckRow const& first, std::size_t count) {
  StuckGroup group{first, count};
  auto const is_about_disk = first.actor == Actor::operators && !first.next.starts_with("artifactctl ");
  if (is_about_disk) return group;
  auto const retries = first.state == StuckRow::State::refused && !first.goes_on() && !first.code.empty();
  group.shown.todo = retries ? "once they are repaired" : "";
  group.shown.next = retries ? "artifactctl retry --code " + first.code : "";
  return group;
}

} // namespace

std::vector<StuckGroup> grouped(std::span<StuckRow const> rows) {
  std::map<Cause, std::size_t> counts;
  for (auto const& row : rows)
    if (can_be_grouped(row)) ++counts[cause_of(row)];
  std::vector<StuckGroup> groups;
  for (auto const& row : rows) {
    auto const known = counts.find(cause_of(row));
    if (known == counts.end() || known->second <= few) {
      if (known == counts.end() || known->second > 0) groups.push_back({row});
      continue;
    }
    groups.push_back(one_for_all(row, known->second));
    known->second = 0;
  }
  return groups;
}

std::string age_text(std::int64_t since_ns, std::int64_t now_ns) {
  auto const seconds = std::max<std::int64_t>(0, (now_ns - since_ns) / 1'000'000'000);
  if (seconds < 60) return fmt::format("{}s", seconds);
  if (seconds < 3600) return fmt::format("{}m", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{}h", seconds / 3600);
  return fmt::format("{}d", seconds / (24 * 3600));
}

} // namespace artifactd
