// What this process knows about the states it watches, so that no version is judged twice and no writer is
// fought: which version was settled, how long one has been changing, when one was restored. Losing it only
// costs another look. Safe from any thread.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace artifactd {

class KnownStates {
public:
  /// Exactly this version was settled, with whatever result.
  [[nodiscard]] bool is_settled(Session const& session, Stamp const& state) const;
  /// Resets restless().
  void settled(Session const& session, Stamp const& state);

  /// For how long the session's state has been found being written, this time included.
  [[nodiscard]] Duration restless(Session const& session, Moment now);

  void restored(Session const& session, Moment now);
  /// How often in the last minute.
  [[nodiscard]] std::size_t restores(Session const& session, Moment now) const;

private:
  struct Known {
    Stamp settled{};
    std::optional<Moment> restless_since;
    std::deque<Moment> restores; ///< the newest few
  };
  using Identity = std::pair<std::uint64_t, std::uint64_t>; ///< device and inode of the session

  Known& of(Session const& session);

  mutable std::mutex mutex_;
  /// guarded by mutex_; cleared as a whole instead of growing without bound
  std::map<Identity, Known> sessions_;
};

} // namespace artifactd
