// A POSIX access list (acl(5)) that names some users, as the kernel stores it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/xattr.h>

namespace artifactd::test {

enum class ListKind : std::uint8_t { access, default_for_new };

/// The owner may read and write, `users` users and no group may read.
inline std::string list_of_readers(unsigned users = 1) {
  std::string list;
  auto const add = [&](std::uint32_t value, int bytes) {
    for (; bytes > 0; --bytes, value >>= 8U)
      list.push_back(static_cast<char>(value & 0xffU));
  };
  auto const entry = [&](std::uint32_t tag, std::uint32_t rights, std::uint32_t id) {
    add(tag, 2);
    add(rights, 2);
    add(id, 4);
  };
  constexpr auto nobody = 0xffffffffU;
  add(2, 4);              // the version
  entry(0x01, 6, nobody); // the owner
  for (unsigned user = 0; user < users; ++user)
    entry(0x02, 4, 4000 + user);
  entry(0x04, 0, nobody); // the group
  entry(0x10, 4, nobody); // the mask
  entry(0x20, 0, nobody); // others
  return list;
}

inline char const* attribute_of(ListKind kind) {
  return kind == ListKind::access ? "system.posix_acl_access" : "system.posix_acl_default";
}

/// False if the file system has no such lists.
inline bool give_list(std::filesystem::path const& path, std::string const& list,
                      ListKind kind = ListKind::access) {
  return ::setxattr(path.c_str(), attribute_of(kind), list.data(), list.size(), 0) == 0;
}

/// Empty if the file has no list.
inline std::string list_on(std::filesystem::path const& path) {
  std::string list(4096, '\0');
  auto const size = ::getxattr(path.c_str(), attribute_of(ListKind::access), list.data(), list.size());
  list.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return list;
}

} // namespace artifactd::test
