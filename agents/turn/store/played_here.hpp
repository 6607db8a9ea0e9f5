// Which attempts this process plays. That the process lives does not say so: a daemon outlives the turns that
// it gave up, and they are in nobody's way.
#pragma once

#include <string>

namespace artifactd::turn {

/// As long as it lives, the attempt is played. From any thread.
class PlayedHere {
public:
  explicit PlayedHere(std::string attempt_id);
  ~PlayedHere();
  PlayedHere(PlayedHere const&) = delete;
  PlayedHere& operator=(PlayedHere const&) = delete;

private:
  std::string attempt_id_;
};

[[nodiscard]] bool is_played_here(std::string const& attempt_id);

} // namespace artifactd::turn
