// A session with plays of the tests' games, each with a log of a given length.
#pragma once

#include "bench/made_play.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace artifactd::bench {

class MadePlays {
public:
  /// Writes the game's artifacts, of the agent `game`, into the session.
  explicit MadePlays(std::filesystem::path session);

  /// A play whose log has that many lines, or one more round; the log's path.
  std::filesystem::path begin(std::string const& id, std::uint64_t lines) const;
  [[nodiscard]] play::Record const& record() const noexcept { return record_; }

private:
  std::filesystem::path session_;
  std::vector<game::GameFile> files_;
  game::Game game_;
  play::Record record_;
};

} // namespace artifactd::bench
