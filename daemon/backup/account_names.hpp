// Names of users and groups, looked up once each. Ids differ from machine to machine; names say who is meant.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <sys/types.h>

namespace artifactd::backup {

class AccountNames {
public:
  [[nodiscard]] std::string const& of_user(uid_t user); ///< empty: unknown
  [[nodiscard]] std::string const& of_group(gid_t group);

private:
  std::map<uid_t, std::string> users_;
  std::map<gid_t, std::string> groups_;
};

class AccountIds {
public:
  /// That user of this machine; `otherwise` if there is no such name.
  [[nodiscard]] uid_t of_user(std::string const& name, uid_t otherwise);
  [[nodiscard]] gid_t of_group(std::string const& name, gid_t otherwise);

private:
  std::map<std::string, std::optional<uid_t>> users_;
  std::map<std::string, std::optional<gid_t>> groups_;
};

} // namespace artifactd::backup
