// What one publication of the graph changed, and putting it in again where another program's version, or
// damage, took its place. Only what is at a former value is put in again, as a stale read leaves it: any
// other value is what its writer wanted there.
#pragma once

#include "merge/graph_draft.hpp"
#include "merge/kg/unite.hpp"
#include "state/settle/redo.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace artifactd {

/// Of a draft whose edits are what was published.
[[nodiscard]] std::vector<Redo::Change> changes_of(GraphDraft const& draft);

/// Of a version that more than edits went into: a union.
[[nodiscard]] std::vector<Redo::Change> changes_between(Version const& former, Version const& now);

struct PutAgain {
  std::vector<std::string> put;  ///< "a", "entities (2 entries)"
  std::vector<std::string> left; ///< neither as published nor at a former value: somebody's own wish
  std::vector<std::string> gone; ///< too large, or damaged: not kept

  [[nodiscard]] bool nothing() const noexcept { return put.empty() && left.empty() && gone.empty(); }
};

struct PutLimits {
  std::uint64_t bytes; ///< of the graph
  unsigned depth;
};

/// Puts into a fresh draft what the publications `lost` changed and it does not have. What a member is to be
/// is said by its newest publication in `all`, which includes `lost`; both oldest first.
[[nodiscard]] PutAgain put_again(GraphDraft& draft, std::span<Redo const* const> lost,
                                 std::span<Redo const* const> all, PutLimits const& limits);

/// What the writer of `foreign` may have read: `known`, but with a former value where `foreign` still has it,
/// and without the entries that were added since. So neither is taken for a change of that writer's.
[[nodiscard]] std::string base_as_read(Version const& known, Version const& foreign,
                                       std::span<Redo const> published);

} // namespace artifactd
