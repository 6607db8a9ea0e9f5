#include "daemon/interventions/branch_directory.hpp"

#include "state/vocabulary/names.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

Result<std::string> make_branch_directory(Session const& session, std::string const& name) {
  if (!Name::parse(name)) return std::string();
  auto path = session.shown().substr(0, session.shown().rfind('/')) + "/" + name;
  if (::mkdir(path.c_str(), session.stamp().mode & 0777) == 0) return path;
  return errno == EEXIST ? Result<std::string>(std::string()) : fail(errno_error("make", path));
}

void remove_branch_directory(std::string const& path) {
  if (!path.empty()) ::rmdir(path.c_str());
}

} // namespace artifactd
