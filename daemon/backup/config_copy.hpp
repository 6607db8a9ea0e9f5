// The configuration files as they are in a backup: with their comments, without passwords and tokens, and
// with the places of what moves when it is restored. Keys of models are in files of their own, which no
// backup contains. Schemas are copied too, since the configuration is not valid without them.
#pragma once

#include "daemon/backup/manifest.hpp"
#include "daemon/config/config.hpp"

#include <string>
#include <vector>

namespace artifactd::backup {

struct ConfigFile {
  std::string path = {}; ///< in the archive
  std::string text = {};
  mode_t mode = 0600;
  uid_t owner = 0;
  gid_t group = 0;
};

struct ConfigCopy {
  std::vector<ConfigFile> files = {}; ///< the main one first
  std::vector<ConfigPlace> places = {};
  std::vector<LeftOut> left_out = {};
  std::vector<LeftOut> missing = {};
};

[[nodiscard]] ConfigCopy copy_config(Config const& config, std::vector<SavedRoot> const& roots);

} // namespace artifactd::backup
