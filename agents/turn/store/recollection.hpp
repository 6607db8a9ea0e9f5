// What a story's characters remember at one of its scenes, carried from scene to scene: the cost of a step
// depends on its turn, not on the length of the story. For going through all turns of a story in order.
#pragma once

#include "agents/turn/store/snapshot.hpp"
#include "agents/turn/store/store.hpp"

#include <array>
#include <set>

namespace artifactd::turn {

class Recollection {
public:
  /// At the visible scene with this index; reads all observations up to it.
  static Result<Recollection> at(Store const& store, std::string const& session_id, std::int64_t scene_index);
  /// Adds what the next visible scene made and reinforced; does nothing if there is none.
  Result<void> advance(Store const& store);

  /// The same as sorting all that the character has observed up to the scene.
  [[nodiscard]] Memory of(std::string const& character_id, Decay const& decay, Time now) const;

private:
  /// Within one importance and multiplier the newest is always the strongest, so a few of each class suffice.
  struct NewestFirst {
    bool operator()(Observation const* left, Observation const* right) const noexcept;
  };
  using Class = std::set<Observation const*, NewestFirst>;
  using Classes = std::array<Class, 20>; ///< 5 importances × 4 multipliers

  void add(Observation observation);
  void reinforce(std::string const& id, int importance);

  std::string session_id_;
  std::int64_t scene_index_ = 0;
  std::map<std::string, Observation> observations_; ///< by id; their addresses are stable
  std::map<std::string, Classes> classes_;          ///< by character
};

} // namespace artifactd::turn
