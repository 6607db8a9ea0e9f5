#include "state/session/renaming.hpp"

#include "state/platform/fd.hpp"
#include "state/platform/stamp.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

bool is_in_session(int session, std::string const& path) {
  auto const [parent, name] = split_path(path);
  auto const folder = open_directory(session, parent);
  return folder && stamp_at(folder->get(), name).has_value();
}

std::string unused_path(int session, std::string const& path) {
  auto tried = path;
  for (unsigned number = 2; number <= most_numbers && is_in_session(session, tried); ++number)
    tried = fmt::format("{}-{}", path, number);
  return tried;
}

Error in_the_way(Session const& session, std::string const& path, std::string_view meant) {
  auto const aside = unused_path(session.directory(), path + ".in-the-way");
  return {Fault::unsafe,
          fmt::format("{} is not {}, so artifactd cannot write there. Move it away: {}", path, meant,
                      rename_command(session.shown() + "/" + path, session.shown() + "/" + aside))};
}

std::string rename_command(std::string const& from, std::string const& to) {
  return fmt::format("mv -nT -- {} {}", shell_quoted(from), shell_quoted(to));
}

} // namespace artifactd
