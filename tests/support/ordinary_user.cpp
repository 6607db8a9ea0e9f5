#include "tests/support/ordinary_user.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace artifactd::test {

namespace fs = std::filesystem;

std::optional<Identity> ordinary_user() {
  constexpr unsigned ordinary = 4001; // need not exist
  if (::geteuid() != 0) return std::nullopt;
  return Identity{ordinary, ordinary, {}};
}

void give_away(fs::path const& directory) {
  auto const user = ordinary_user();
  if (!user) return;
  auto give = [&](fs::path const& path) {
    if (::lchown(path.c_str(), user->user, user->group) != 0 && errno != ENOENT)
      throw std::system_error(errno, std::generic_category(), path.string());
  };
  give(directory);
  for (auto const& each : fs::recursive_directory_iterator(directory))
    give(each.path());
}

} // namespace artifactd::test
