#include "daemon/commands/play/game_files.hpp"

#include "daemon/commands/commands.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <filesystem>

namespace artifactd {

Result<std::vector<game::GameFile>> game_files_in(std::string const& directory) {
  constexpr auto largest_game_file = std::size_t{64} << 20;
  std::vector<game::GameFile> files;
  std::error_code error;
  for (auto const& entry : std::filesystem::directory_iterator(directory, error)) {
    auto name = entry.path().filename().string();
    if (game::artifact_of(name).empty()) continue;
    files.push_back({name, printable(name), TRY(read_named(entry.path().string(), largest_game_file))});
  }
  if (error) return fail(errno_error("read", printable(directory), error.value()));
  if (files.empty())
    return fail(Fault::missing,
                printable(directory) + " holds no schema.json, transitions.json or instructions.json");
  std::ranges::sort(files, {}, &game::GameFile::name);
  return files;
}

} // namespace artifactd
