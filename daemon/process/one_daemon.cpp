#include "daemon/process/one_daemon.hpp"

#include "state/platform/fd.hpp"

#include <array>
#include <boost/interprocess/sync/file_lock.hpp>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace ipc = boost::interprocess;

/// file_lock can open the file by its path only; the pid in the file is only for people.
struct OneDaemon::Lock {
  explicit Lock(std::string const& path) : lock(path.c_str()) {}
  ipc::file_lock lock;
};

namespace {

/// Makes sure a regular file exists, without following a link, and closes it again: closing it later would
/// release the lock.
Result<void> make_file(std::string const& path) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600));
  if (!fd) return fail(errno_error("open", path));
  struct stat status{};
  if (::fstat(fd.get(), &status) < 0) return fail(errno_error("stat", path));
  if (!S_ISREG(status.st_mode)) return fail(Fault::unsafe, path + ": not a regular file");
  return {};
}

/// The pid that holds the lock on `path`, as reported by the kernel; 0 if nobody does any more.
pid_t holder(std::string const& path) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  struct flock query{};
  query.l_type = F_WRLCK;
  query.l_whence = SEEK_SET;
  if (!fd || ::fcntl(fd.get(), F_GETLK, &query) < 0 || query.l_type == F_UNLCK) return 0;
  return query.l_pid;
}

} // namespace

Result<OneDaemon> OneDaemon::claim(std::string const& path, std::string_view what_it_does) {
  TRY(make_file(path));
  try {
    auto lock = std::make_unique<Lock>(path);
    if (lock->lock.try_lock()) return OneDaemon(std::move(lock));
  } catch (ipc::interprocess_exception const& error) {
    return fail(Fault::io, fmt::format("lock: {}: {}", path, error.what()));
  }
  return fail(Fault::busy,
              fmt::format("{}: another artifactd (pid {}) {}", path, holder(path), what_it_does));
}

OneDaemon::OneDaemon(std::unique_ptr<Lock> lock) noexcept : lock_(std::move(lock)) {}
OneDaemon::OneDaemon(OneDaemon&&) noexcept = default;
OneDaemon& OneDaemon::operator=(OneDaemon&&) noexcept = default;
OneDaemon::~OneDaemon() = default;

} // namespace artifactd
