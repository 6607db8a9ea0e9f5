#include "daemon/commands/new_file.hpp"

#include "state/platform/fd.hpp"
#include "state/session/atomic_file.hpp"
#include "state/vocabulary/names.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace artifactd {

namespace {

Result<void> fill(int file, std::string const& path, std::string_view bytes) {
  TRY(write_all(file, bytes));
  if (::fsync(file) != 0) return fail(errno_error("fsync", path));
  return {};
}

} // namespace

Result<void> write_new_file(std::string const& path, std::string_view bytes) {
  UniqueFd const file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file && errno == EEXIST)
    return fail(Fault::exists, printable(path) + " exists already, and is not overwritten");
  if (!file) return fail(errno_error("create", path));
  auto filled = fill(file.get(), path, bytes);
  if (!filled) ::unlink(path.c_str());
  return filled;
}

} // namespace artifactd
