#include "state/platform/mount_table.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <mntent.h>
#include <set>
#include <string_view>

namespace artifactd {

namespace {

constexpr std::size_t longest_entry = 16'384; // bytes; a longer one is cut

struct EndTable {
  void operator()(std::FILE* table) const noexcept { ::endmntent(table); }
};

template <class Use>
void for_each_entry(std::string const& path, Use const& use) {
  std::unique_ptr<std::FILE, EndTable> const table(::setmntent(path.c_str(), "re"));
  if (!table) return;
  mntent entry{};
  std::array<char, longest_entry> text{};
  while (::getmntent_r(table.get(), &entry, text.data(), static_cast<int>(text.size())) != nullptr)
    use(entry);
}

bool is_at_or_above(std::string_view above, std::string_view path) {
  return path.starts_with(above) && (path.size() == above.size() || path[above.size()] == '/');
}

} // namespace

std::optional<std::string> unmounted_above(std::string const& path, MountTables const& tables) {
  std::set<std::string> present;
  for_each_entry(tables.present, [&](mntent const& entry) { present.insert(entry.mnt_dir); });
  std::optional<std::string> found;
  for_each_entry(tables.wanted, [&](mntent const& entry) {
    std::string const place = entry.mnt_dir;
    auto const is_wanted =
        place != "/" && is_at_or_above(place, path) && ::hasmntopt(&entry, "noauto") == nullptr;
    if (is_wanted && !present.contains(place) && place.size() > found.value_or("").size()) found = place;
  });
  return found;
}

std::string not_mounted(std::string const& place) {
  return "root.unmounted: /etc/fstab has a file system for " + place + ", and none is mounted there";
}

} // namespace artifactd
