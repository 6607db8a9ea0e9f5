// Notices another artifactd that serves the same sessions, which may have another state directory, user or
// configuration. Each root is claimed by the lock of an empty file in memory (/dev/shm) that is named for the
// root's directory and depth. Nothing is written below the root, no descriptor keeps its file system busy,
// and the sessions' own locks are not touched. A claim is never waited for, and what cannot be claimed for
// another reason is left unclaimed in silence. A hostile user can cause or suppress a warning, no more.
#pragma once

#include "state/platform/fd.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd {

struct ServedRoot {
  std::string path;
  unsigned depth = 1;
};

class RootClaims {
public:
  explicit RootClaims(std::string place = "/dev/shm") : place_(std::move(place)) {}
  RootClaims(RootClaims const&) = delete;
  RootClaims& operator=(RootClaims const&) = delete;
  /// Gives all claims up.
  ~RootClaims();

  /// Claims these roots, which have just answered, and gives up the claims of all others.
  void renew(std::vector<ServedRoot> const& roots);

  /// For each root whose sessions another process has claimed: a sentence with its remedy.
  [[nodiscard]] std::vector<std::string> const& troubles() const noexcept { return troubles_; }

private:
  void release(int place, std::string const& name, UniqueFd const& held);

  std::string const place_;
  std::map<std::string, UniqueFd> held_; ///< by the name of the file
  std::vector<std::string> troubles_;
};

} // namespace artifactd
