#include "state/session/session_access.hpp"

#include "state/platform/identity.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <grp.h>
#include <optional>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t database_entry = 16384; // bytes

std::string user_name(uid_t user) {
  return answer_as_self([user]() -> std::string {
    std::array<char, database_entry> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
      return std::to_string(user);
    return entry.pw_name;
  });
}

std::string group_name(gid_t group) {
  return answer_as_self([group]() -> std::string {
    std::array<char, database_entry> buffer{};
    ::group entry{};
    ::group* found = nullptr;
    if (::getgrgid_r(group, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
      return std::to_string(group);
    return entry.gr_name;
  });
}

/// For chmod, if this thread's user owns the file, or shares its group.
struct Modes {
  std::string_view owned;
  std::string_view shared;
};

struct Denied {
  std::string_view code;
  std::string_view doing;
  Modes modes;
};

/// Of those whose rights this thread has, one that the owner may give to a file. The first: the packaged
/// service has its primary group, the last, for its control socket.
std::optional<gid_t> common_group(uid_t owner) {
  for (auto const group : own_groups())
    if (owner == 0 || is_member(owner, group)) return group;
  return std::nullopt;
}

/// What chgrp takes away, and how to avoid that. Empty if the group has no rights, or is the owner's own.
std::string cost_of_chgrp(Stamp const& stamp, std::string_view share) {
  auto const group = group_name(stamp.group);
  if ((stamp.mode & S_IRWXG) == 0 || group == user_name(stamp.owner)) return "";
  return fmt::format(" (group {} loses its rights there. If it needs them, root must run this instead, and "
                     "restart what runs as that user: usermod -aG {} {} && {})",
                     group, group, user_name(own_user()), share);
}

/// Who can give this thread's user the rights to something of that owner and group, and by which command.
std::string remedy(Stamp const& stamp, Modes const& modes, std::string const& path) {
  constexpr std::string_view by_owner = "Its owner must run: ";
  if (stamp.owner == own_user()) return fmt::format("{}chmod {} {}", by_owner, modes.owned, path);
  auto const share = fmt::format("chmod {} {}", modes.shared, path);
  auto const groups = own_groups();
  if (std::ranges::find(groups, stamp.group) != groups.end()) return fmt::format("{}{}", by_owner, share);
  auto const common = common_group(stamp.owner);
  return fmt::format("{}chgrp {} {} && {}{}",
                     common ? by_owner : "Root must run: ", group_name(common.value_or(groups.front())), path,
                     share, cost_of_chgrp(stamp, share));
}

Error denied(Denied const& what, Stamp const& stamp, std::string const& shown) {
  return {Fault::denied,
          fmt::format("{}: user {} may not {} {}. {}", what.code, user_name(own_user()), what.doing,
                      printable(shown), remedy(stamp, what.modes, shell_quoted(shown))),
          EACCES};
}

/// " PATH PATH": those of others, where this user may rename only what is its own.
std::string sticky_directories(Session const& session) {
  std::string found;
  auto const look = [&](Stamp const& stamp, std::string const& path) {
    if ((stamp.mode & S_ISVTX) != 0 && stamp.owner != own_user()) found += " " + shell_quoted(path);
  };
  look(session.stamp(), session.shown());
  for (auto const& own : {layout::home, layout::work})
    if (auto const stamp = stamp_at(session.directory(), own)) look(*stamp, session.shown() + "/" + own);
  return found;
}

} // namespace

Error session_denied(Session const& session) {
  return denied({"session.denied", "write in", {"u+rwx", "g+rwxs"}}, session.stamp(), session.shown());
}

Error session_closed(Stamp const& directory, std::string const& shown) {
  return denied({"session.denied", "look into", {"u+rwx", "g+rwxs"}}, directory, shown);
}

Error unreadable_graph(Session const& session, std::string const& path, Error error) {
  if (error.code != EACCES) return error;
  auto const graph = open_beneath(session.directory(), path, O_PATH | O_NOFOLLOW);
  auto const stamp = graph ? stamp_of(graph->get()) : Result<Stamp>(fail(graph.error()));
  if (!stamp) return error;
  return denied({"graph.denied", "read", {"u+r", "g+r"}}, *stamp, session.shown() + "/" + path);
}

Error not_writable_by_owner(Stamp const& file, std::string const& shown) {
  auto const owner = user_name(file.owner);
  auto const path = shell_quoted(shown);
  auto const share = "chmod g+w " + path;
  auto const groups = own_groups();
  auto const is_shared =
      std::ranges::find(groups, file.group) != groups.end() && is_member(file.owner, file.group);
  auto const common = is_shared ? std::optional(file.group) : common_group(file.owner);
  auto const chgrp = [&](gid_t group) {
    return fmt::format("chgrp {} {} && {}", group_name(group), path, share);
  };
  auto const remedy =
      is_shared ? "Its owner must run: " + share
      : common  ? fmt::format("Its owner must run: {}{}", chgrp(*common), cost_of_chgrp(file, share))
                : fmt::format("Root must run: usermod -aG {} {} && {}", group_name(groups.front()), owner,
                              chgrp(groups.front()));
  return {Fault::denied,
          fmt::format(
              "graph.owner: {} belongs to user {}, who could no longer write it once user {} has replaced "
              "it. {}",
              printable(shown), owner, user_name(own_user()), remedy),
          EACCES};
}

Error input_denied(Error const& error, std::string const& path, InputPlace const& place) {
  auto const above = path_of(place.directory);
  auto const full = above ? fmt::format("{}/{}", *above, place.name) : path;
  auto const is_directory = S_ISDIR(place.stamp.mode);
  return {Fault::denied,
          fmt::format("input.denied: reading {}: {}; user {} may not read this {}. {}", path, error.message,
                      user_name(own_user()), is_directory ? "directory" : "file",
                      remedy(place.stamp, is_directory ? Modes{"u+rx", "g+rx"} : Modes{"u+r", "g+r"},
                             shell_quoted(full))),
          EACCES};
}

Error not_permitted(Session const& session, Error error) {
  auto const path = shell_quoted(session.shown());
  auto const sticky = sticky_directories(session);
  error.message =
      !sticky.empty()
          ? fmt::format("session.sticky: {}: in a sticky directory only a file's owner may rename or remove "
                        "it. Its owner must run: chmod -t{}",
                        error.message, sticky)
          : fmt::format("{}. If something is immutable there (lsattr -d {} {}/*), root must run: "
                        "chattr -i -a FILE",
                        error.message, path, path);
  return error;
}

Result<void> may_write(Session const& session) {
  if (::faccessat(session.directory(), ".", W_OK | X_OK, AT_EACCESS) == 0 || errno != EACCES) return {};
  return fail(session_denied(session));
}

} // namespace artifactd
