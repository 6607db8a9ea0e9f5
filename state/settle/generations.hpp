// Swapped-out versions of a document, oldest first:
// `.artifactd/generations/<number>-<origin>-<inode>-<mtime>-<size>.json`. Keeping one is a single rename of
// an existing file. The name records the content's mtime and size at the swap, so that a later write by a
// program that still had the old file open is noticed.
#pragma once

#include "state/session/session.hpp"
#include "state/settle/staged.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class Origin : std::uint8_t {
  own,      ///< the version we had read and replaced
  foreign,  ///< another writer's version that was swapped out, or one rewritten in place meanwhile
  replaced, ///< replaced on a person's request (rollback, restore)
};
[[nodiscard]] std::string_view origin_word(Origin origin) noexcept;

struct Generation {
  std::uint64_t number;
  Origin origin;
  std::uint64_t inode; ///< differs in a copied session: then the times say nothing
  std::int64_t modified_ns;
  std::uint64_t size;
  std::string name; ///< in the generations directory
};

struct HistoryBounds {
  /// Whole documents kept per session; one more may be kept to be overwritten.
  std::size_t generations = 20;
  std::uint64_t bytes = std::uint64_t{256}
                        << 20; ///< the total for all generations; the newest is always kept
  std::size_t values = 8;      ///< the minimum number of distinct earlier values kept per agent
};

/// In number order. Names that are not ours are omitted.
Result<std::vector<Generation>> list_generations(Session const& session);

/// For the holder of the session's claim: listed once, since nobody else adds or removes any meanwhile.
class Generations {
public:
  /// `session` has to outlive it.
  static Result<Generations> open(Session const& session);

  /// In number order.
  [[nodiscard]] std::vector<Generation> const& all() const noexcept { return all_; }

  /// Renames `work_name` from the work directory into the generations and returns its new number.
  /// `as_replaced` is its stamp when it was swapped out, if known.
  Result<std::uint64_t> archive(int work, std::string const& work_name, Origin origin,
                                std::optional<Stamp> const& as_replaced = std::nullopt);

  /// The file that last left the history, to be overwritten by the next version; the oldest takes its place
  /// if keeping one more would require deleting it, and there are others. prune() must follow.
  [[nodiscard]] std::optional<Spare> spare(HistoryBounds const& bounds) const;

  /// Deletes the oldest beyond the bounds, but never `kept`.
  Result<void> prune(HistoryBounds const& bounds, std::optional<std::uint64_t> kept = std::nullopt);

  /// The generations among the newest two that were written to after they had been swapped out; they are
  /// renamed to `foreign` and returned once.
  Result<std::vector<Generation>> late_writes();

private:
  explicit Generations(Session const& session) : session_(&session) {}

  Session const* session_;
  UniqueFd directory_; ///< unset until the directory exists
  std::vector<Generation> all_;
  bool recycled_ = false; ///< whether there was a recycled file
};

} // namespace artifactd
