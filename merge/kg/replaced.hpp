// What a rewrite of the graph replaced, and how it becomes history.
#pragma once

#include "state/settle/generations.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// What a rewrite replaced that is not history yet: files in the work directory and former values of members.
struct Replaced {
  struct Version {
    std::string work_name;
    Origin origin;
    std::optional<Stamp> as_replaced = {}; ///< when it was swapped out
  };
  struct Value {
    Name agent;
    std::string text; ///< empty: there was no such member
  };
  std::vector<Version> versions; ///< the one the values belong to comes first; empty: there was no graph
  std::vector<Value> values;
};

/// Moves what was replaced into the history; separate from the rewrite, so that signals need not wait for it.
/// If it is killed in between, recovery does it from the names in the work directory. Returns the number
/// under which the replaced version is kept, if there was one; values from before the first graph are kept
/// under number 0. What is replaced may be damaged: generation `kept` is not deleted for it.
Result<std::optional<std::uint64_t>> keep_history(Session const& session, Generations& generations,
                                                  Replaced const& replaced, HistoryBounds const& bounds,
                                                  std::optional<std::uint64_t> kept = std::nullopt);
Result<std::optional<std::uint64_t>> keep_history(Session const& session, Replaced const& replaced,
                                                  HistoryBounds const& bounds,
                                                  std::optional<std::uint64_t> kept = std::nullopt);

} // namespace artifactd
