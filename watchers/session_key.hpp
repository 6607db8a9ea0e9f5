// Identifies a session: the root as the configuration spells it, and the path beneath it. A value; it stays
// valid when the directory is renamed or gone, and may be passed to any thread.
#pragma once

#include "state/session/entered_session.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

struct SessionKey {
  std::string root; ///< as configured
  std::string path; ///< relative to the root; "" if the root itself is the session

  auto operator<=>(SessionKey const&) const = default;
};

/// The session at that path, if it is one of those `depth` levels below the root.
[[nodiscard]] std::optional<SessionKey> key_below(std::string const& root, std::size_t depth,
                                                  std::string const& path);

/// Whether watching looks at a directory of that name below a root: not at a hidden one, nor at a file
/// system's own lost+found.
[[nodiscard]] bool is_watched_name(std::string_view name) noexcept;

/// "<root>/<path>", for people. The path is as untrusted as the directory's name: print it with printable().
[[nodiscard]] std::string full_path(SessionKey const& key);

/// Whether a directory below a root could not be opened because something is mounted there. A mount can take
/// the place of a session while agents work in it, so no path below a root crosses one.
[[nodiscard]] bool crosses_mount(Error const& error) noexcept;

/// What an operator can do about that.
inline constexpr std::string_view mount_remedy =
    "mount it outside the root, and make it a [[root]] of its own (depth = 0 for one session)";

/// Enters the session: symlinks are followed in the root's path, never below it. A session that moved away or
/// vanished is Fault::missing; one replaced by a link is Fault::unsafe; one on another mount than its root is
/// Fault::unsupported, `session.mount`.
Result<EnteredSession> enter_session(SessionKey const& key, Kinds const& kinds);

} // namespace artifactd

template <>
struct std::hash<artifactd::SessionKey> {
  std::size_t operator()(artifactd::SessionKey const& key) const noexcept {
    auto path = std::hash<std::string>{}(key.path);
    return std::hash<std::string>{}(key.root) ^ (path + 0x9e3779b97f4a7c15U + (path << 6U) + (path >> 2U));
  }
};
