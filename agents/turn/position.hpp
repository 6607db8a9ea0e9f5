// A story as it was at one of its scenes, to play a turn from a scene other than the current one.
#pragma once

#include "agents/turn/store/recollection.hpp"

namespace artifactd::turn {

/// Fault::missing if the story has no such scene. `documents`: those it is played by; `now`: the attempt's
/// clock. The cost grows with what came after the scene.
Result<Snapshot> position_at(Store const& store, StoryRow story, SharedDocuments documents,
                             std::int64_t index, Time now);

/// The same for consecutive scenes; the cost of a step grows with what its turn added.
class Positions {
public:
  /// Begins before the scene with this index.
  static Result<Positions> from(Store const& store, StoryRow story, std::int64_t index);
  /// Moves to the next scene; Fault::missing after the last one.
  Result<void> advance();
  [[nodiscard]] Snapshot at(SharedDocuments documents, Time now) const;

private:
  Positions(Store const& store, Snapshot position, Recollection recollection, std::int64_t next)
      : store_(&store), position_(std::move(position)), recollection_(std::move(recollection)), next_(next) {}

  Store const* store_;
  Snapshot position_; ///< without memories and documents
  Recollection recollection_;
  std::int64_t next_;
};

} // namespace artifactd::turn
