// What a file is (its identity) and what state it is in, as one value read by one statx. Inode numbers are
// reused at once on ext4, so identity is device, inode and birth time (measured distinct for 20,000
// successive files that shared one inode number).
#pragma once

#include "state/result.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace artifactd {

struct Stamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0;    ///< 0 where the file system keeps none
  std::int64_t modified_ns = 0; ///< mtime
  std::int64_t changed_ns = 0;  ///< ctime: also moved by rename, chmod and link
  std::uint64_t size = 0;
  mode_t mode = 0;
  std::uint32_t links = 0;
  uid_t owner = 0;
  gid_t group = 0;

  bool operator==(Stamp const&) const = default;
};

/// A regular file that has no other name.
[[nodiscard]] bool is_plain_file(Stamp const& stamp) noexcept;

/// The same file, whatever happened to its content or names.
[[nodiscard]] bool same_file(Stamp const& a, Stamp const& b) noexcept;

/// The same file with the same content as far as times and size tell; survives a rename (ctime is not
/// compared).
[[nodiscard]] bool same_content(Stamp const& a, Stamp const& b) noexcept;

/// Nothing happened to it at all: also ctime equal, so a restored mtime does not hide a rewrite.
[[nodiscard]] bool untouched(Stamp const& a, Stamp const& b) noexcept;

Result<Stamp> stamp_of(int fd);

/// The name itself, never what a symlink points to.
Result<Stamp> stamp_at(int directory, std::string const& name);

} // namespace artifactd
