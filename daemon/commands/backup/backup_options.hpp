// The options of the commands about backups.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd {

struct BackupOptions {
  enum class What : std::uint8_t { make, verify, restore };
  What what = What::make;
  std::string file = {};               ///< to make: empty names it by the time, in the working directory
  std::string to = {};                 ///< for restore: a directory
  std::vector<std::string> roots = {}; ///< for restore: OLD=NEW
};

} // namespace artifactd
