#include "daemon/process/control_socket.hpp"

#include "state/platform/identity.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr mode_t mode_for_group = 0660;
constexpr mode_t mode_for_own_user = 0600;
constexpr int backlog = 256; // a hundred stories may ask for models at the same moment

Result<sockaddr_un> address_of(std::string const& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return fail(Fault::too_large,
                fmt::format("{}: {} bytes do not fit into the address of a socket, which holds {}; set a "
                            "shorter runtime_dir",
                            path, path.size(), sizeof address.sun_path - 1));
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

Result<UniqueFd> stream_socket(int flags) {
  UniqueFd made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
  if (!made) return fail(errno_error("socket", "AF_UNIX"));
  return made;
}

sockaddr const* plain(sockaddr_un const& address) noexcept {
  return reinterpret_cast<sockaddr const*>(&address);
}

/// Two daemons that start at once must not mistake each other's new socket for a dead one. Only our user may
/// open the file, so nobody else can hold the lock against us.
Result<UniqueFd> lock_name(std::string const& path) {
  auto lock = path + ".lock";
  UniqueFd fd(::open(lock.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600));
  if (!fd) return fail(errno_error("open", lock));
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) < 0) return fail(errno_error("lock", lock));
  return fd;
}

/// Removes a socket nobody listens on any more.
Result<void> clear_name(std::string const& path, sockaddr_un const& address) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) < 0) {
    if (errno == ENOENT) return {};
    return fail(errno_error("stat", path));
  }
  if (!S_ISSOCK(status.st_mode))
    return fail(Fault::exists, path + ": exists and is not a socket; move it away");
  auto probe = TRY(stream_socket(SOCK_NONBLOCK));
  if (::connect(probe.get(), plain(address), sizeof address) == 0 || errno == EAGAIN)
    return fail(Fault::busy,
                path + ": another artifactd answers there; give this one a runtime_dir of its own");
  if (errno != ECONNREFUSED) return fail(errno_error("connect", path));
  if (::unlink(path.c_str()) < 0) return fail(errno_error("unlink", path));
  return {};
}

/// Nobody can connect before listen(), so the wrong users never can.
Result<void> make_file(int socket, std::string const& path, sockaddr_un const& address, mode_t mode) {
  if (::bind(socket, plain(address), sizeof address) < 0) return fail(errno_error("bind", path));
  struct stat directory{};
  if (::stat(path.substr(0, path.rfind('/') + 1).c_str(), &directory) < 0)
    return fail(errno_error("stat", path));
  // If that group is not allowed, the file keeps our own group, which is admitted too.
  [[maybe_unused]] auto given = ::chown(path.c_str(), static_cast<uid_t>(-1), directory.st_gid);
  if (::chmod(path.c_str(), mode) < 0) return fail(errno_error("chmod", path));
  if (::listen(socket, backlog) < 0) return fail(errno_error("listen", path));
  return {};
}

} // namespace

Result<Peer> peer_of(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0)
    return fail(errno_error("getsockopt", "SO_PEERCRED"));
  Peer peer{credentials.pid, credentials.uid, {credentials.gid}};
  std::array<gid_t, 1024> groups{};
  size = sizeof groups;
  // A peer with more groups than that is judged by its primary group.
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups.data(), &size) == 0)
    peer.groups.insert(peer.groups.end(), groups.begin(), groups.begin() + size / sizeof(gid_t));
  return peer;
}

bool admitted(Peer const& peer, uid_t own, std::span<gid_t const> groups) noexcept {
  if (peer.uid == 0 || peer.uid == own) return true;
  return std::ranges::find_first_of(peer.groups, groups) != peer.groups.end();
}

Result<ControlSocket> ControlSocket::open(std::string path, For whom) {
  auto address = TRY(address_of(path));
  auto socket = TRY(stream_socket(SOCK_NONBLOCK));
  auto lock = TRY(lock_name(path));
  TRY(clear_name(path, address));
  TRY(make_file(socket.get(), path, address, whom == For::group ? mode_for_group : mode_for_own_user));
  return ControlSocket(std::move(socket), std::move(path), whom);
}

Result<ControlSocket> ControlSocket::given(UniqueFd listening) {
  sockaddr_un address{};
  socklen_t size = sizeof address;
  if (::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &size) < 0)
    return fail(errno_error("getsockname", "a socket of systemd"));
  struct stat status{};
  std::string const path(address.sun_path, ::strnlen(address.sun_path, sizeof address.sun_path));
  if (::lstat(path.c_str(), &status) < 0) return fail(errno_error("stat", path));
  if (::fcntl(listening.get(), F_SETFL, O_NONBLOCK) < 0) return fail(errno_error("fcntl", path));
  ControlSocket socket(std::move(listening), "", For::own_user);
  socket.also_ = status.st_uid;
  return socket;
}

ControlSocket::ControlSocket(UniqueFd listening, std::string path, For whom) noexcept
    : listening_(std::move(listening)), path_(std::move(path)) {
  struct stat status{};
  if (path_.empty() || ::lstat(path_.c_str(), &status) < 0) return;
  inode_ = status.st_ino;
  if (whom == For::group) groups_ = {::getegid(), status.st_gid};
}

ControlSocket::ControlSocket(ControlSocket&& other) noexcept
    : listening_(std::move(other.listening_)), path_(std::exchange(other.path_, "")), inode_(other.inode_),
      groups_(std::move(other.groups_)), also_(other.also_) {}

ControlSocket::~ControlSocket() {
  if (!path_.empty() && is_in_place()) ::unlink(path_.c_str());
}

bool ControlSocket::is_in_place() const noexcept {
  struct stat status{};
  return path_.empty() || (::lstat(path_.c_str(), &status) == 0 && status.st_ino == inode_);
}

bool ControlSocket::admits(Peer const& peer) const noexcept {
  return peer.uid == also_ || admitted(peer, ::geteuid(), groups_);
}

Result<UniqueFd> connect_control(std::string const& path) {
  auto address = TRY(address_of(path));
  auto socket = TRY(stream_socket(SOCK_NONBLOCK));
  auto const code =
      answer_as_self([&] { return ::connect(socket.get(), plain(address), sizeof address) < 0 ? errno : 0; });
  if (code == 0) return socket;
  auto error = errno_error("connect", path, code);
  if (error.code == ECONNREFUSED) error.fault = Fault::missing;
  if (error.code == EAGAIN) error.fault = Fault::busy;
  return fail(std::move(error));
}

} // namespace artifactd
