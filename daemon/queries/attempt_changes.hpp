// What changed from one attempt to the next. artifactd keeps what it said about each attempt, and a digest of
// what was submitted, but not the files themselves.
#pragma once

#include "state/json/json_text.hpp"
#include "state/settle/attempts.hpp"

#include <vector>

namespace artifactd {

struct AttemptChange {
  int from = 0; ///< number of the attempt
  int to = 0;
  bool inputs_changed = false;
  std::vector<Finding> gone = {};
  std::vector<Finding> added = {};
  std::size_t kept = 0; ///< findings that both have
};

/// From each attempt to the one after it. Findings are the same if code, file, pointer and message are: lines
/// move.
[[nodiscard]] std::vector<AttemptChange> changes_in(AttemptLog const& log);
[[nodiscard]] Json to_json(AttemptChange const& change);

} // namespace artifactd
