#include "state/session/session.hpp"

#include "state/platform/own_file.hpp"
#include "state/session/renaming.hpp"
#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// The first part of the path that is not a directory.
std::string no_directory_in(int session, std::string const& path) {
  for (auto end = path.find('/'); end != path.npos; end = path.find('/', end + 1)) {
    auto const part = path.substr(0, end);
    auto const stamp = stamp_at(session, part);
    if (!stamp || !S_ISDIR(stamp->mode)) return part;
  }
  return path;
}

} // namespace

Result<Session> Session::over(UniqueFd directory, std::string shown) {
  auto const stamp = TRY(stamp_of(directory.get()));
  return over(std::move(directory), stamp, std::move(shown));
}

Session Session::over(UniqueFd directory, Stamp const& stamp, std::string shown) {
  return {std::move(directory), std::move(shown), stamp};
}

Result<Session> Session::open(std::string const& path) {
  auto directory = TRY(open_trusted_directory(path));
  auto stamp = TRY(stamp_of(directory.get()));
  auto shown = path_of(directory.get()).value_or(path);
  return Session(std::move(directory), std::move(shown), stamp);
}

Result<UniqueFd> Session::private_directory(std::string const& path) const {
  auto opened = open_directory(directory(), path);
  if (opened) return opened;
  if (opened.error().code == ENOTDIR || opened.error().code == ELOOP) {
    auto error = in_the_way(*this, no_directory_in(directory(), path), "a directory");
    error.code = opened.error().code;
    return fail(std::move(error));
  }
  if (opened.error().code != ENOENT) return opened;
  if (auto slash = path.rfind('/'); slash != path.npos) TRY(private_directory(path.substr(0, slash)));
  auto made = make_own_directory(directory(), path);
  // Another process made it first, or already uses it; mode and group are not applied to an exchanged
  // directory.
  if (!made && (made.error().code == EEXIST || made.error().fault == Fault::unsafe))
    return open_directory(directory(), path);
  if (!made && made.error().code == EACCES) return fail(session_denied(*this));
  if (made) TRY(adopt(made->get(), *this, path.starts_with(layout::home) ? own_mode() : stamp_.mode & 07777));
  return made;
}

template <class Open>
Result<HeldFd> Session::kept(std::string const& path, Open const& open) const {
  auto const kept = kept_.lock();
  if (!kept) return HeldFd(TRY(open()));
  for (auto const& [known, directory] : *kept)
    if (known == path) return HeldFd(directory.get());
  return HeldFd(kept->emplace_back(path, TRY(open())).second.get());
}

Result<HeldFd> Session::kept_directory(std::string const& path) const {
  return kept(path, [&] { return private_directory(path); });
}

Result<HeldFd> Session::existing_directory(std::string const& path) const {
  return kept(path, [&] { return open_directory(directory(), path); });
}

std::shared_ptr<void> Session::keep_directories() const {
  auto kept = kept_.lock();
  if (!kept) kept_ = kept = std::make_shared<Kept>();
  return kept;
}

Result<void> adopt(int fd, Session const& session, mode_t mode) {
  auto stamp = TRY(stamp_of(fd));
  if (stamp.group != session.stamp().group &&
      ::fchown(fd, static_cast<uid_t>(-1), session.stamp().group) < 0 && errno != EPERM)
    return fail(errno_error("chown", session.shown()));
  if ((stamp.mode & 07777) != mode && ::fchmod(fd, mode) < 0)
    return fail(errno_error("chmod", session.shown()));
  return {};
}

} // namespace artifactd
