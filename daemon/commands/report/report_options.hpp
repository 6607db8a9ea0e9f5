// The options of `artifactctl report`.
#pragma once

#include "state/platform/clock.hpp"

#include <cstdint>
#include <string>

namespace artifactd {

struct ReportOptions {
  enum class What : std::uint8_t { ask, run, list, show, wishes, confirm, reject, undo };
  enum class Evidence : std::uint8_t { seen, all };
  enum class Undo : std::uint8_t { by_inverse, by_restart };
  What what = What::list;
  std::string session = {};
  std::string name = {}; ///< of the report or the proposal; for ask, the message
  std::string play = {};
  std::string player = {};
  std::string about = {};
  std::uint64_t step = 0;
  Evidence evidence = Evidence::seen;
  bool clear = false; ///< for wishes: forget them
  Undo undo = Undo::by_inverse;
  Duration wait = std::chrono::seconds(30); ///< for ask and run
};

} // namespace artifactd
