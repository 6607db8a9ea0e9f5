// A story as it was at one of its scenes: what a turn is played from that does not follow the current one.
#pragma once

#include "agents/turn/store/recollection.hpp"

namespace artifactd::turn {

/// Fault::missing where the story has no such scene. `documents`: those it is played by; `now`: the attempt's
/// clock. Costs what came after the scene.
Result<Snapshot> position_at(Store const& store, StoryRow story, Frozen documents, std::int64_t index,
                             Time now);

/// The same for one scene after the other, each at the cost of what its turn taught.
class Positions {
public:
  /// Begins before the scene with this index. Fault::missing without such a story.
  static Result<Positions> from(Store const& store, StoryRow story, std::int64_t index);
  /// Of the next scene; Fault::missing behind the last one.
  Result<void> advance();
  [[nodiscard]] Snapshot at(Frozen documents, Time now) const;

private:
  Positions(Store const& store, Snapshot position, Recollection recollection, std::int64_t next)
      : store_(&store), position_(std::move(position)), recollection_(std::move(recollection)), next_(next) {}

  Store const* store_;
  Snapshot position_; ///< without memories and documents
  Recollection recollection_;
  std::int64_t next_;
};

} // namespace artifactd::turn
