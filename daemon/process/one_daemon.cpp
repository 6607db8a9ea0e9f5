#include "daemon/process/one_daemon.hpp"

#include "state/platform/lock_list.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// Makes sure a regular file exists, without following a link.
Result<UniqueFd> open_lock_file(std::string const& path) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600));
  if (!fd) return fail(errno_error("open", path));
  struct stat status{};
  if (::fstat(fd.get(), &status) < 0) return fail(errno_error("stat", path));
  if (!S_ISREG(status.st_mode)) return fail(Fault::unsafe, path + ": not a regular file");
  return fd;
}

struct flock whole_file() noexcept {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// For people; a full disk does not keep the daemon from running.
void write_pid(int file) {
  auto const text = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file, 0) < 0) return;
  [[maybe_unused]] auto const written = ::pwrite(file, text.data(), text.size(), 0);
}

/// The pid of the daemon that holds the lock, as the kernel reports it if the lock is a process's, else as
/// that daemon wrote it; 0 if it is unknown.
pid_t holder(int file) noexcept {
  auto query = whole_file();
  if (::fcntl(file, F_OFD_GETLK, &query) == 0 && query.l_type != F_UNLCK && query.l_pid > 0)
    return query.l_pid;
  std::array<char, 16> text{};
  auto const length = ::pread(file, text.data(), text.size(), 0);
  pid_t pid = 0;
  if (length > 0) std::from_chars(text.data(), text.data() + length, pid);
  return pid;
}

} // namespace

/// The lock belongs to this descriptor. A flock does so, too, but does not exclude earlier versions, which
/// lock for their process.
Result<OneDaemon> OneDaemon::claim(std::string const& path, std::string_view what_it_does) {
  auto file = TRY(open_lock_file(path));
  auto lock = whole_file();
  if (::fcntl(file.get(), F_OFD_SETLK, &lock) == 0) {
    write_pid(file.get());
    return OneDaemon(std::move(file));
  }
  if (errno != EAGAIN && errno != EACCES) return fail(errno_error("lock", path));
  return fail(Fault::busy,
              fmt::format("{}: another artifactd (pid {}) {}", path, holder(file.get()), what_it_does));
}

bool OneDaemon::is_held(std::string const& path) {
  UniqueFd const file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!file && errno == EACCES) return lock_holder(path).has_value();
  auto query = whole_file();
  return file && ::fcntl(file.get(), F_OFD_GETLK, &query) == 0 && query.l_type != F_UNLCK;
}

} // namespace artifactd
