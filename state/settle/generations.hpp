// Swapped-out versions of a document, oldest first:
// `.artifactd/generations/<number>-<origin>-<inode>-<mtime>-<size>.json`. Keeping one is a single rename of a
// file that exists anyway. The name records the content's mtime and size as they were at the swap, so a
// writer that still held the old file open and wrote to it afterwards is noticed.
#pragma once

#include "state/session.hpp"
#include "state/settle/staged.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class Origin : std::uint8_t {
  own,      ///< what we had read and replaced
  foreign,  ///< another writer's version that was swapped out, or one rewritten in place under us
  replaced, ///< replaced on a person's request (rollback, restore)
};
[[nodiscard]] std::string_view origin_word(Origin origin) noexcept;

struct Generation {
  std::uint64_t number;
  Origin origin;
  std::uint64_t inode; ///< a copied session has others: then the times say nothing
  std::int64_t modified_ns;
  std::uint64_t size;
  std::string name; ///< in the generations directory
};

struct HistoryBounds {
  std::size_t generations =
      20; ///< whole documents kept per session; one that left may wait to be written over
  std::uint64_t bytes = std::uint64_t{256} << 20; ///< of all of them together; the newest is always kept
  std::size_t values = 8;                         ///< at least so many distinct earlier values per agent
};

/// Number order. Names that are not ours are left out.
Result<std::vector<Generation>> list_generations(Session const& session);

/// For whoever holds the session's claim: listed once, since nobody else adds or removes any meanwhile.
class Generations {
public:
  /// `session` has to outlive it.
  static Result<Generations> open(Session const& session);

  /// Number order.
  [[nodiscard]] std::vector<Generation> const& all() const noexcept { return all_; }

  /// Renames `work_name` from the work directory into the generations, under the next number, which it
  /// returns. `as_replaced` is its stamp from when it was swapped out, where that is known.
  Result<std::uint64_t> archive(int work, std::string const& work_name, Origin origin,
                                std::optional<Stamp> const& as_replaced = std::nullopt);

  /// What left the history before, for the next version to be written over; the oldest takes its place when
  /// keeping one more would have to delete it, and there are others. prune() has to follow.
  [[nodiscard]] std::optional<Spare> spare(HistoryBounds const& bounds) const;

  /// Deletes the oldest beyond the bounds.
  Result<void> prune(HistoryBounds const& bounds);

  /// Those of the newest two that were written to after they had been swapped out; they are renamed to
  /// `foreign` and returned once.
  Result<std::vector<Generation>> late_writes();

private:
  explicit Generations(Session const& session) : session_(&session) {}

  Session const* session_;
  UniqueFd directory_; ///< unset until there is one
  std::vector<Generation> all_;
  bool recycled_ = false; ///< whether there was a file of that name
};

} // namespace artifactd
