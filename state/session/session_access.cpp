#include "state/session/session_access.hpp"

#include "state/platform/identity.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>
#include <vector>

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

/// The best group for sharing sessions first: the packaged service has its primary group for its control
/// socket.
std::vector<gid_t> own_groups() {
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(::getgroups(0, nullptr), 0)));
  auto const count = ::getgroups(static_cast<int>(groups.size()), groups.data());
  groups.resize(static_cast<std::size_t>(std::max(count, 0)));
  std::erase(groups, ::getegid());
  groups.push_back(::getegid());
  return groups;
}

/// What is denied, and the modes for chmod if this thread's user owns the file, or shares its group.
struct Denied {
  std::string_view code;
  std::string_view doing;
  std::string_view owned;
  std::string_view shared;
};

/// The command that gives this thread's user the rights to something of that owner and group.
std::string command_for(Stamp const& stamp, Denied const& what, std::string const& path) {
  if (stamp.owner == own_user()) return fmt::format("chmod {} {}", what.owned, path);
  auto share = fmt::format("chmod {} {}", what.shared, path);
  auto const groups = own_groups();
  if (std::ranges::find(groups, stamp.group) != groups.end()) return share;
  return fmt::format("chgrp {} {} && {}", group_name(groups.front()), path, share);
}

Error denied(Denied const& what, Stamp const& stamp, std::string const& shown) {
  return {Fault::denied,
          fmt::format("{}: user {} may not {} {}. Its owner must run: {}", what.code, user_name(own_user()),
                      what.doing, printable(shown), command_for(stamp, what, shell_quoted(shown))),
          EACCES};
}

} // namespace

Error session_denied(Session const& session) {
  return denied({"session.denied", "write in", "u+rwx", "g+rwxs"}, session.stamp(), session.shown());
}

Error session_closed(Stamp const& directory, std::string const& shown) {
  return denied({"session.denied", "look into", "u+rwx", "g+rwxs"}, directory, shown);
}

Error unreadable_graph(Session const& session, std::string const& path, Error error) {
  if (error.code != EACCES) return error;
  auto const graph = open_beneath(session.directory(), path, O_PATH | O_NOFOLLOW);
  auto const stamp = graph ? stamp_of(graph->get()) : Result<Stamp>(fail(graph.error()));
  if (!stamp) return error;
  return denied({"graph.denied", "read", "u+r", "g+r"}, *stamp, session.shown() + "/" + path);
}

Result<void> may_write(Session const& session) {
  if (::faccessat(session.directory(), ".", W_OK | X_OK, AT_EACCESS) == 0 || errno != EACCES) return {};
  return fail(session_denied(session));
}

} // namespace artifactd
