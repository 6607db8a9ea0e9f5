#include "state/platform/fd.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace artifactd {

void UniqueFd::reset() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<UniqueFd> open_beneath(int directory, std::string const& path, int flags, mode_t mode) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(static_cast<unsigned>(flags | O_CLOEXEC));
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
  for (;;) {
    auto fd = ::syscall(SYS_openat2, directory, path.c_str(), &how, sizeof how);
    if (fd >= 0) return UniqueFd(static_cast<int>(fd));
    // RESOLVE_BENEATH returns EAGAIN when a rename elsewhere raced with ".." resolution; our paths contain no
    // "..", so EAGAIN here means a lease and is left to the caller.
    if (errno != EINTR) return fail(errno_error("open", path));
  }
}

Result<UniqueFd> open_directory(int directory, std::string const& path) {
  return open_beneath(directory, path, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
}

Result<UniqueFd> open_trusted_directory(std::string const& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return fail(errno_error("open", path));
  return fd;
}

std::optional<std::string> path_of(int directory) {
  std::array<char, PATH_MAX> path;
  auto self = fmt::format("/proc/self/fd/{}", directory);
  auto length = ::readlink(self.c_str(), path.data(), path.size());
  if (length <= 0 || path[0] != '/') return std::nullopt;
  return std::string(path.data(), static_cast<std::size_t>(length));
}

ParentAndName split_path(std::string const& path) {
  auto const slash = path.rfind('/');
  if (slash == path.npos) return {".", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

Result<void> each_name(int directory, std::function<Visit(char const*)> const& visit, Listing listing) {
  // getdents64 instead of readdir: its error cannot be mistaken for the end of the directory.
  struct Entry {
    std::uint64_t inode;
    std::int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[1];
  };
  if (listing == Listing::again && ::lseek(directory, 0, SEEK_SET) < 0)
    return fail(errno_error("list", "directory"));
  alignas(Entry) std::array<char, 32 * 1024> buffer;
  for (;;) {
    auto filled = ::syscall(SYS_getdents64, directory, buffer.data(), buffer.size());
    if (filled < 0) {
      if (errno == EINTR) continue;
      return fail(errno_error("list", "directory"));
    }
    if (filled == 0) return {};
    for (long at = 0; at < filled;) {
      auto const* entry = reinterpret_cast<Entry const*>(buffer.data() + at);
      at += entry->length;
      char const* name = buffer.data() + (at - entry->length) + offsetof(Entry, name);
      if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
      if (visit(name) == Visit::enough) return {};
    }
  }
}

Result<std::vector<std::string>> list_directory(int directory, std::size_t limit, Listing listing) {
  std::vector<std::string> names;
  bool more = false;
  TRY(each_name(
      directory,
      [&](char const* name) {
        more = names.size() == limit;
        if (!more) names.emplace_back(name);
        return more ? Visit::enough : Visit::next;
      },
      listing));
  if (more) return fail(Fault::too_large, fmt::format("more than {} names in a directory", limit));
  return names;
}

Result<void> sync_directory(int directory) {
  if (::fsync(directory) < 0) return fail(errno_error("fsync", "directory"));
  return {};
}

} // namespace artifactd
