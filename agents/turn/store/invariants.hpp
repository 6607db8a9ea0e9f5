// The database's invariants, as queries for rows that violate them.
#pragma once

#include <string>
#include <vector>

namespace artifactd::turn {

struct Invariant {
  std::string fault; ///< what is wrong with a row that is found
  std::string sql;   ///< its columns are the ids to report
};

[[nodiscard]] std::vector<Invariant> invariants();

} // namespace artifactd::turn
