// A directory tree, copied beside the archive in two steps: files that may change at any moment, while their
// lock is held; then files that are only ever replaced, from descriptors opened under the lock. So a session
// is paused for its small files, or for a reflink, never for a whole graph.
//
// The tree may be hostile. Nothing is followed out of it: links, FIFOs, sockets, devices and mounts are named
// in `left_out`. What vanishes meanwhile was not there. What cannot be read is named in `missing`.
#pragma once

#include "daemon/backup/account_names.hpp"
#include "daemon/backup/manifest.hpp"
#include "daemon/backup/staging.hpp"
#include "state/platform/stamp.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::backup {

/// What to do with a name; paths are relative to the tree, which itself is "".
struct TreeRules {
  enum class Treatment : std::uint8_t {
    usual,      ///< now if it is small, else afterwards; its writer may be in the middle of it
    whole,      ///< likewise, but a torn copy is reported
    now,        ///< written in place by the holder of the lock
    not_inside, ///< the directory, without what is in it
    skip,
  };
  std::function<Treatment(std::string const& path)> treatment = {};
  std::vector<Stamp> secrets = {}; ///< files that no backup contains, wherever they are
};

struct CopiedEntry {
  Entry entry;
  UniqueFd source = {}; ///< unset: in the spool
  std::uint64_t offset = 0;
  bool later = false; ///< still to be copied
  bool whole = false;
};

class TreeCopy {
public:
  TreeCopy(Staging& staging, AccountNames& names) noexcept : staging_(staging), names_(names) {}

  /// First step. `folder` is the tree's path in the archive.
  Result<void> take(int directory, std::string const& folder, TreeRules const& rules);
  /// Second step, without a lock and with any rights.
  Result<void> finish();

  /// Makes the rest of an entry for what is open.
  Entry described(std::string path, Stamp const& stamp, int file);

  std::vector<CopiedEntry> entries{}; ///< each directory before what is in it
  std::vector<LeftOut> left_out{};
  std::vector<LeftOut> missing{};

  /// What the copies of files without a `source` are in.
  [[nodiscard]] int spool() const noexcept { return spool_.get(); }

private:
  struct Walk {
    std::string const& folder;
    TreeRules const& rules;
    std::uint64_t device;
  };

  Result<void> take_directory(Walk const& walk, int directory, std::string const& path, unsigned depth);
  Result<void> take_name(Walk const& walk, int directory, std::string const& name, std::string const& path,
                         unsigned depth);
  Result<void> take_file(Walk const& walk, int directory, std::string const& name, std::string const& path,
                         TreeRules::Treatment treatment);
  Result<void> keep(CopiedEntry& copied, UniqueFd file, Stamp const& stamp, TreeRules::Treatment treatment);
  /// Copies the file into the spool, again if it was written to meanwhile.
  Result<void> copy(int file, CopiedEntry& copied);
  Result<UniqueFd> cloned(int file);

  Staging& staging_;
  AccountNames& names_;
  UniqueFd spool_;
  std::uint64_t spooled_ = 0;
  std::size_t open_ = 0;
  bool clones_ = true; ///< until the file system says that it cannot
};

} // namespace artifactd::backup
