// Rows of `status` that say the same about different signals, as one: a bad night gives one line for each
// cause, not for each signal.
#pragma once

#include "daemon/queries/stuck.hpp"

#include <span>
#include <vector>

namespace artifactd {

struct StuckGroup {
  StuckRow shown;        ///< the first of them, and what helps all of them
  std::size_t count = 1; ///< how many there are
};

/// In the order of their first rows. What only a person or an operator can settle is never grouped, and a few
/// equal rows are not either.
[[nodiscard]] std::vector<StuckGroup> grouped(std::span<StuckRow const> rows);

/// "4s", "3m", "2h" or "5d", rounded down.
[[nodiscard]] std::string age_text(std::int64_t since_ns, std::int64_t now_ns);

} // namespace artifactd
