#include "state/platform/lock_list.hpp"

#include <fmt/core.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace artifactd {

namespace {

/// The fifth word of "7: OFDLCK ADVISORY  WRITE -1 08:01:1234 0 EOF".
pid_t holder_in(std::string const& line) {
  std::istringstream words(line);
  std::string word;
  for (int i = 0; i < 4; ++i)
    words >> word;
  pid_t holder = 0;
  words >> holder;
  return holder;
}

} // namespace

std::optional<pid_t> lock_holder(std::string const& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) < 0) return std::nullopt;
  auto const device = fmt::format(" {:02x}:", major(status.st_dev));
  // Where no disk has the number, stat() may report another than the kernel lists: btrfs has one for each
  // subvolume.
  auto const file = major(status.st_dev) == 0
                        ? fmt::format(":{} ", status.st_ino)
                        : fmt::format(":{:02x}:{} ", minor(status.st_dev), status.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) // "->" is before one who waits
    if (line.contains(device) && line.contains(file) && !line.contains("->")) return holder_in(line);
  return std::nullopt;
}

} // namespace artifactd
