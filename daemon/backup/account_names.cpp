#include "daemon/backup/account_names.hpp"

#include "state/platform/identity.hpp"

#include <grp.h>
#include <pwd.h>

namespace artifactd::backup {

namespace {

/// What `find` makes of the key, found once.
template <class Known, class Key, class Find>
auto const& once(Known& known, Key const& key, Find const& find) {
  auto const [place, is_new] = known.try_emplace(key);
  // The user database is read with our own rights.
  if (is_new) as_self([&] { place->second = find(); });
  return place->second;
}

} // namespace

std::string const& AccountNames::of_user(uid_t user) {
  return once(users_, user, [user]() -> std::string {
    auto const* found = ::getpwuid(user);
    return found == nullptr ? "" : found->pw_name;
  });
}

std::string const& AccountNames::of_group(gid_t group) {
  return once(groups_, group, [group]() -> std::string {
    auto const* found = ::getgrgid(group);
    return found == nullptr ? "" : found->gr_name;
  });
}

uid_t AccountIds::of_user(std::string const& name, uid_t otherwise) {
  return once(users_, name,
              [&name]() -> std::optional<uid_t> {
                auto const* found = name.empty() ? nullptr : ::getpwnam(name.c_str());
                return found == nullptr ? std::nullopt : std::optional(found->pw_uid);
              })
      .value_or(otherwise);
}

gid_t AccountIds::of_group(std::string const& name, gid_t otherwise) {
  return once(groups_, name,
              [&name]() -> std::optional<gid_t> {
                auto const* found = name.empty() ? nullptr : ::getgrnam(name.c_str());
                return found == nullptr ? std::nullopt : std::optional(found->gr_gid);
              })
      .value_or(otherwise);
}

} // namespace artifactd::backup
