// What no row of the database may be, as queries for those that are.
#pragma once

#include <string>
#include <vector>

namespace artifactd::turn {

struct Invariant {
  std::string fault; ///< what is wrong with a row that is found
  std::string sql;   ///< the columns of a row are the ids to be named
};

[[nodiscard]] std::vector<Invariant> invariants();

} // namespace artifactd::turn
