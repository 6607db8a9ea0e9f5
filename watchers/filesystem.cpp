#include "watchers/filesystem.hpp"

#include <array>
#include <string_view>
#include <sys/vfs.h>

namespace artifactd {

namespace {

struct Magic {
  unsigned long number;
  std::string_view name;
};

/// Numbers from linux/magic.h and the file systems' own sources; not all of them are in the header.
constexpr std::array<Magic, 14> unreliable = {{{0x6969, "nfs"},
                                               {0x517B, "smb"},
                                               {0xFF534D42, "cifs"},
                                               {0xFE534D42, "smb2"},
                                               {0x65735546, "fuse"},
                                               {0x01021997, "9p"},
                                               {0x00C36400, "ceph"},
                                               {0x5346414F, "afs"},
                                               {0x6B414653, "afs"},
                                               {0x73757245, "coda"},
                                               {0x564C, "ncp"},
                                               {0x7461636F, "ocfs2"},
                                               {0x01161970, "gfs2"},
                                               {0x786F4256, "vboxsf"}}};

} // namespace

std::optional<std::string> unreliable_magic(unsigned long magic) {
  for (auto const& entry : unreliable)
    if (entry.number == (magic & 0xFFFFFFFFU)) return std::string(entry.name);
  return std::nullopt;
}

std::optional<std::string> unreliable_events(int directory) {
  struct statfs about{};
  if (::fstatfs(directory, &about) < 0) return std::nullopt;
  return unreliable_magic(static_cast<unsigned long>(about.f_type));
}

} // namespace artifactd
