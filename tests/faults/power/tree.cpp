#include "tests/faults/power/tree.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void give_up(std::string const& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::int64_t nanoseconds(statx_timestamp const& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

Node node_of(struct statx const& raw) {
  auto const kind = S_ISREG(raw.stx_mode)   ? NodeKind::file
                    : S_ISDIR(raw.stx_mode) ? NodeKind::directory
                                            : NodeKind::other;
  return {{raw.stx_ino, nanoseconds(raw.stx_btime)}, kind, nanoseconds(raw.stx_ctime)};
}

void add(Names& names, std::string const& path) {
  struct statx raw{};
  if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, &raw) == 0)
    names.emplace(path, node_of(raw));
}

} // namespace

Names names_below(std::vector<fs::path> const& directories) {
  Names names;
  for (auto const& directory : directories) {
    add(names, directory.string());
    std::error_code gone; // an entry that vanishes during the listing does not exist
    for (fs::recursive_directory_iterator at(directory, gone), end; at != end; at.increment(gone))
      add(names, at->path().string());
  }
  return names;
}

Node node_at(std::string const& path) {
  struct statx raw{};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_BASIC_STATS | STATX_BTIME, &raw) < 0) give_up(path);
  return node_of(raw);
}

Image image_of(std::string const& path) {
  Image image;
  std::ifstream in(path, std::ios::binary);
  image.bytes.assign(std::istreambuf_iterator<char>(in), {});
  struct stat status{};
  if (::stat(path.c_str(), &status) < 0) give_up(path);
  image.modified = status.st_mtim;
  return image;
}

Attributes attributes_of(std::string const& path) {
  Attributes attributes;
  std::array<char, 65536> list{};
  auto const length = ::listxattr(path.c_str(), list.data(), list.size());
  for (char const* name = list.data(); name < list.data() + length; name += std::string(name).size() + 1) {
    if (!std::string_view(name).starts_with("user.")) continue;
    std::array<char, 65536> value{};
    auto const size = ::getxattr(path.c_str(), name, value.data(), value.size());
    if (size >= 0) attributes.emplace(name, std::string(value.data(), static_cast<std::size_t>(size)));
  }
  return attributes;
}

void restore(std::string const& path, Image const& image) {
  auto const now = image_of(path);
  if (now.bytes != image.bytes) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << image.bytes;
    if (!out.flush()) give_up(path);
  } else if (now.modified.tv_sec == image.modified.tv_sec && now.modified.tv_nsec == image.modified.tv_nsec) {
    return;
  }
  std::array const times = {timespec{0, UTIME_OMIT}, image.modified};
  if (::utimensat(AT_FDCWD, path.c_str(), times.data(), 0) < 0) give_up(path);
}

void restore(std::string const& path, Attributes const& attributes) {
  auto const now = attributes_of(path);
  if (now == attributes) return;
  for (auto const& [name, value] : now)
    if (!attributes.contains(name)) ::removexattr(path.c_str(), name.c_str());
  for (auto const& [name, value] : attributes)
    if (::setxattr(path.c_str(), name.c_str(), value.data(), value.size(), 0) < 0) give_up(path);
}

} // namespace artifactd::faults
