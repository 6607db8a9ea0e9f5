// The identity and state of a file as one value, read by one statx. ext4 reuses inode numbers at once, so
// identity is device, inode and birth time (measured distinct for 20,000 successive files that shared one
// inode number).
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace artifactd {

struct Stamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0;    ///< 0 if the file system records none
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

/// The same file, even if its content or names changed.
[[nodiscard]] bool same_file(Stamp const& a, Stamp const& b) noexcept;

/// The same file with the same content according to times and size; unaffected by a rename (ctime is not
/// compared).
[[nodiscard]] bool same_content(Stamp const& a, Stamp const& b) noexcept;

/// The file is entirely unchanged: ctime is equal too, so a restored mtime does not hide a rewrite.
[[nodiscard]] bool untouched(Stamp const& a, Stamp const& b) noexcept;

Result<Stamp> stamp_of(int fd);

/// The stamp of the name itself, never of a symlink's target.
Result<Stamp> stamp_at(int directory, std::string const& name);

} // namespace artifactd
