// Which attempts this process plays. A living process does not imply a played attempt: a daemon outlives the
// turns it gave up, and those block nobody.
#pragma once

#include <string>

namespace artifactd::turn {

/// Marks the attempt as played while it lives. Thread-safe.
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
