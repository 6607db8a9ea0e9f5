#include "state/session/renaming.hpp"

#include "state/platform/fd.hpp"
#include "state/platform/stamp.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

bool is_in_session(int session, std::string const& path) {
  auto const slash = path.rfind('/');
  if (slash == path.npos) return stamp_at(session, path).has_value();
  auto const folder = open_directory(session, path.substr(0, slash));
  return folder && stamp_at(folder->get(), path.substr(slash + 1)).has_value();
}

std::string unused_path(int session, std::string const& path) {
  auto tried = path;
  for (unsigned number = 2; number <= most_numbers && is_in_session(session, tried); ++number)
    tried = fmt::format("{}-{}", path, number);
  return tried;
}

std::string rename_command(std::string const& from, std::string const& to) {
  return fmt::format("mv -nT -- {} {}", shell_quoted(from), shell_quoted(to));
}

} // namespace artifactd
