// A directory artifactd knows beneath a root, a container or a session. Kept small: there may be 100,000.
#pragma once

#include "watchers/audit.hpp"

#include <cstdint>
#include <string>

namespace artifactd {

class SessionWatch;

struct WatchedPlace {
  SessionWatch* owner = nullptr;
  std::string const* path = nullptr; ///< relative to the root; the owner's key for this place
  Gate gate{};
  std::uint64_t signature = 0;  ///< of the signals last seen here; 0: none, or forgotten
  std::uint64_t documents = 0;  ///< of the documents last seen here and their ctimes; 0: there were none
  std::uint32_t oddities = 0;   ///< likewise for files only named like signals
  std::uint32_t unfinished = 0; ///< likewise for what is to be done without a signal
  int wd = -1;                  ///< -1: the polling tier
  std::uint16_t level = 0;      ///< below the root
  bool unreadable = false;      ///< could not be opened or listed at the last try
};

} // namespace artifactd
