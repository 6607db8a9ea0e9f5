// Restores a backup into an empty directory, below which everything is written: sessions in a folder for each
// root, `state`, `config`. The restored configuration and the restored databases name the new places, so that
// a daemon started with this configuration goes on from there, on this machine or another. It does not listen
// for HTTP, since the original daemon may have the address.
//
// The archive is verified whole before anything is written, and each file again while it is written.
#pragma once

#include "daemon/backup/verify.hpp"

#include <map>
#include <string>

namespace artifactd::backup {

struct RestoreOrder {
  std::string directory = {};
  /// Where roots will be if not in the directory: their name or former path → an absolute path.
  std::map<std::string, std::string> roots = {};
};

struct Restored {
  std::string config = {};                       ///< the file to start artifactd with
  std::map<std::string, std::string> roots = {}; ///< former path → where it lives now
  bool owners = false;
  std::vector<std::string> put_aside = {}; ///< damaged databases, one sentence each
  std::vector<std::string> emptied = {};   ///< settings of [web]: "listen = \"127.0.0.1:8470\""
};

/// Fault::exists unless the directory is missing or empty.
Result<void> expect_empty(std::string const& directory);

/// `verified`: what verify_backup() said about this file. Fault::exists if the directory is not empty. After
/// another Error the directory holds a part, and no configuration.
Result<Restored> restore_backup(int file, Verified const& verified, RestoreOrder const& order,
                                GoOn const& go_on);

} // namespace artifactd::backup
