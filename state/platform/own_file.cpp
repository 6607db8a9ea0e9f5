#include "state/platform/own_file.hpp"

#include "state/platform/identity.hpp"

#include <sys/stat.h>

namespace artifactd {

namespace {

bool is_fresh(Stamp const& stamp) noexcept {
  return stamp.owner == own_user() && (stamp.mode & 0777) == 0700;
}

} // namespace

Result<UniqueFd> make_own_directory(int parent, std::string const& name) {
  if (::mkdirat(parent, name.c_str(), 0700) < 0) return fail(errno_error("mkdir", name));
  auto made = TRY(open_directory(parent, name));
  if (is_fresh(TRY(stamp_of(made.get()))) && list_directory(made.get(), 0)) return made;
  return fail(Fault::unsafe, name + " was replaced by another directory while it was created");
}

bool is_own_file(int file, int directory, std::string const& name) {
  auto stamp = stamp_of(file);
  return stamp && is_own_file(file, *stamp, directory, name);
}

bool is_own_file(int file, Stamp const& stamp, int directory, std::string const& name) {
  if (!is_plain_file(stamp) || stamp.owner != own_user()) return false;
  // The kernel reports the current location of the name that was opened, and marks it as deleted once it is
  // gone, even if the file gets that name again. So it was the only name when the links were counted.
  auto place = path_of(directory);
  return place && path_of(file) == *place + "/" + name;
}

} // namespace artifactd
