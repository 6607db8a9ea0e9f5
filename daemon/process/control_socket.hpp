// The control socket as a file and its access control: made with mode 0660 and the group of its directory (or
// 0600, for this user alone); replaces the socket of a daemon that died, never one that answers. The kernel
// says who is at the other end.
#pragma once

#include "state/platform/fd.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace artifactd {

/// Who connected, as of that moment.
struct Peer {
  pid_t pid = 0;
  uid_t uid = 0;
  std::vector<gid_t> groups = {}; ///< the primary one first
};
Result<Peer> peer_of(int socket);

/// Root, the daemon's own user, and members of one of these groups.
[[nodiscard]] bool admitted(Peer const& peer, uid_t own, std::span<gid_t const> groups) noexcept;

/// Listens, and removes its file when destroyed.
class ControlSocket {
public:
  enum class For : std::uint8_t { group, own_user };

  /// Fault::too_large: the path does not fit an address; Fault::exists: the name is taken by something else;
  /// Fault::busy: another daemon answers there.
  static Result<ControlSocket> open(std::string path, For whom = For::group);
  /// A listening socket that systemd made: the owner of its file is admitted too. Its file stays.
  static Result<ControlSocket> given(UniqueFd listening);

  ControlSocket(ControlSocket&& other) noexcept;
  ControlSocket& operator=(ControlSocket&&) = delete;
  ~ControlSocket();

  [[nodiscard]] int fd() const noexcept { return listening_.get(); }
  /// Leaves listening to the process that was given the descriptor: once it is gone, nobody listens.
  void hand_over() noexcept { listening_.reset(); }
  [[nodiscard]] bool admits(Peer const& peer) const noexcept;
  /// Whether its file is still there; of a socket that systemd made, whose file is systemd's business,
  /// always.
  [[nodiscard]] bool is_in_place() const noexcept;

private:
  ControlSocket(UniqueFd listening, std::string path, For whom) noexcept;

  UniqueFd listening_;
  std::string path_; ///< empty: moved away
  ino_t inode_ = 0;  ///< of the file we made
  std::vector<gid_t> groups_;
  std::optional<uid_t> also_ = {}; ///< a user who is admitted besides ourselves
};

/// A non-blocking connection to the listener. Fault::missing: nobody listens; Fault::busy: it has no time for
/// us.
Result<UniqueFd> connect_control(std::string const& path);

} // namespace artifactd
