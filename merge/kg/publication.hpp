// What one publication of the graph changed, and how to put it in again after another program's version or
// damage replaced it. Only members with a former value are put in again, because a stale read leaves such
// values: any other value is what its writer wanted.
#pragma once

#include "merge/graph/graph_draft.hpp"
#include "merge/kg/unite.hpp"
#include "state/settle/redo.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace artifactd {

/// For a draft whose edits are what was published.
[[nodiscard]] std::vector<Redo::Change> changes_of(GraphDraft const& draft);

/// For a version made of more than edits: a union.
[[nodiscard]] std::vector<Redo::Change> changes_between(Version const& former, Version const& now);

/// For a version that takes the place of another, whatever that has: arrays are recorded whole.
[[nodiscard]] std::vector<Redo::Change> changes_to_replace(Version const& former, Version const& now);

/// Records may be forged, and texts are only walked through once they are verified.
[[nodiscard]] bool is_sound(Redo::Change const& change);

struct PutAgain {
  std::vector<std::string> put;  ///< "a", "b (removed)", "entities (2 entries)"
  std::vector<std::string> left; ///< neither as published nor at a former value: what some writer wanted
  std::vector<std::string> gone; ///< too large, or damaged: not kept

  [[nodiscard]] bool nothing() const noexcept { return put.empty() && left.empty() && gone.empty(); }
};

struct PutLimits {
  std::uint64_t bytes; ///< of the graph
  unsigned depth;
};

/// Puts into a fresh draft the changes of the publications `lost` that it lacks. The intended value of a
/// member is that of its newest publication in `all`, which includes `lost`; both oldest first.
[[nodiscard]] PutAgain put_again(GraphDraft& draft, std::span<Redo const* const> lost,
                                 std::span<Redo const* const> all, PutLimits const& limits);

/// What the writer of `foreign` may have read: `known`, but with a former value where `foreign` still has it,
/// and without the entries that were added since. So neither is taken for a change by that writer.
[[nodiscard]] std::string base_as_read(Version const& known, Version const& foreign,
                                       std::span<Redo const> published);

} // namespace artifactd
