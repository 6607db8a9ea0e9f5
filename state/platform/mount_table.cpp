#include "state/platform/mount_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mntent.h>
#include <sstream>
#include <string_view>
#include <system_error>

namespace artifactd {

namespace {

constexpr std::size_t longest_entry = 16'384; // bytes; a longer one is cut

constexpr std::array<std::string_view, 16> served_types = {
    "nfs",  "nfs4",  "cifs",  "smb3", "smbfs",  "9p",       "ceph",   "afs",
    "coda", "ncpfs", "ocfs2", "gfs2", "vboxsf", "virtiofs", "lustre", "autofs"};

struct EndTable {
  void operator()(std::FILE* table) const noexcept { ::endmntent(table); }
};

bool is_at_or_above(std::string_view above, std::string_view path) {
  if (above == "/") return true;
  return path.starts_with(above) && (path.size() == above.size() || path[above.size()] == '/');
}

std::string without_slashes_at_end(std::string place) {
  while (place.size() > 1 && place.ends_with('/'))
    place.pop_back();
  return place;
}

/// proc(5): blanks and the like are written as "\040".
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned code = 0;
    auto const digits = text.substr(at + 1, 3);
    auto const read =
        text[at] == '\\' && digits.size() == 3
            ? std::from_chars(digits.data(), digits.data() + 3, code, 8).ptr == digits.data() + 3
            : false;
    plain += read ? static_cast<char>(code) : text[at];
    if (read) at += 3;
  }
  return plain;
}

/// "36 35 98:0 /root /mnt rw,noatime shared:1 - ext4 /dev/sda1 rw"
std::optional<Mount> mount_in(std::string const& line) {
  std::istringstream words(line);
  Mount mount;
  std::string parent;
  std::string device;
  std::string root;
  std::string place;
  std::string word;
  words >> mount.id >> parent >> device >> root >> place;
  while (words >> word && word != "-") {
  }
  if (!(words >> mount.type)) return std::nullopt;
  mount.place = unescaped(place);
  return mount;
}

} // namespace

bool Mount::is_served() const noexcept {
  return type == "fuse" || type.starts_with("fuse.") ||
         std::ranges::find(served_types, type) != served_types.end();
}

std::vector<Mount> present_mounts(MountTables const& tables) {
  std::vector<Mount> mounts;
  std::ifstream table(tables.present);
  for (std::string line; std::getline(table, line);)
    if (auto mount = mount_in(line)) mounts.push_back(*std::move(mount));
  return mounts;
}

std::optional<Mount> mount_of(std::string const& path, std::vector<Mount> const& mounts) {
  std::optional<Mount> found;
  for (auto const& each : mounts)
    if (is_at_or_above(each.place, path) && (!found || each.place.size() >= found->place.size()))
      found = each;
  return found;
}

std::optional<std::string> unmounted_above(std::string const& path, MountTables const& tables) {
  std::unique_ptr<std::FILE, EndTable> const wanted(::setmntent(tables.wanted.c_str(), "re"));
  auto const mounts = present_mounts(tables);
  if (!wanted || mounts.empty()) return std::nullopt;
  std::error_code failed;
  auto const real = std::filesystem::canonical(path, failed).string();
  if (failed) return std::nullopt;
  std::optional<std::string> found;
  mntent entry{};
  std::array<char, longest_entry> text{};
  while (::getmntent_r(wanted.get(), &entry, text.data(), static_cast<int>(text.size())) != nullptr) {
    auto const place = without_slashes_at_end(entry.mnt_dir);
    if (place == "/" || !is_at_or_above(place, real) || ::hasmntopt(&entry, "noauto") != nullptr) continue;
    auto const is_present = std::ranges::find(mounts, place, &Mount::place) != mounts.end();
    if (!is_present && place.size() > found.value_or("").size()) found = place;
  }
  return found;
}

std::string not_mounted(std::string const& place) {
  return "root.unmounted: /etc/fstab has a file system for " + place + ", and none is mounted there";
}

} // namespace artifactd
