#include "watchers/inotify.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fmt/core.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_event = sizeof(inotify_event) + NAME_MAX + 1;

/// IN_EXCL_UNLINK: events of a file after its signal was retired concern nobody.
constexpr std::uint32_t always = IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
constexpr std::uint32_t container_mask = always | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;
/// IN_DELETE: for the mutex, when its holder releases it.
constexpr std::uint32_t session_mask = always | IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE;

} // namespace

Result<Inotify> Inotify::open() {
  UniqueFd fd(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!fd) return fail(errno_error("watch", "inotify"));
  return Inotify(std::move(fd));
}

Result<int> Inotify::add(int directory, std::string const& path, Watched what) {
  auto mask = what == Watched::container ? container_mask : session_mask;
  // The "/." makes the link in /proc an inner component, which IN_DONT_FOLLOW allows.
  auto itself = fmt::format("/proc/self/fd/{}/.", directory);
  int wd = ::inotify_add_watch(fd_.get(), itself.c_str(), mask);
  if (wd < 0 && errno == ENOENT && ::access("/proc/self/fd", F_OK) != 0)
    wd = ::inotify_add_watch(fd_.get(), path.c_str(), mask);
  if (wd < 0) return fail(errno_error("watch", path));
  return wd;
}

void Inotify::remove(int wd) {
  ::inotify_rm_watch(fd_.get(), wd);
}

void Inotify::read_into(Batch& batch) const {
  alignas(inotify_event) std::array<char, 64 * 1024> buffer;
  for (;;) {
    auto filled = ::read(fd_.get(), buffer.data(), buffer.size());
    if (filled < 0 && errno == EINTR) continue;
    if (filled <= 0) return;
    for (auto at = buffer.data(); at < buffer.data() + filled;) {
      auto const* event = reinterpret_cast<inotify_event const*>(at);
      if ((event->mask & IN_Q_OVERFLOW) != 0)
        batch.miss();
      else
        batch.note(event->wd, event->mask, event->len > 0 ? std::string_view(event->name) : "");
      at += sizeof(inotify_event) + event->len;
    }
    // As many events as fit were there: with room for a further one, it was the last.
    if (buffer.size() - static_cast<std::size_t>(filled) > longest_event) return;
  }
}

} // namespace artifactd
