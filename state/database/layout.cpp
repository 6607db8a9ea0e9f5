#include "state/database/layout.hpp"

#include <fmt/core.h>

namespace artifactd::sqlite {

Result<bool> is_empty(Database& database) {
  return TRY(database.number("SELECT count(*) FROM sqlite_master")) == 0 &&
         TRY(database.number("PRAGMA user_version")) == 0;
}

Result<void> expect_layout(std::string const& path, std::int64_t layout, std::int64_t known) {
  if (layout <= known) return {};
  return fail(
      Fault::unsupported,
      fmt::format("{} was made by a newer artifactd (layout {}; this one knows {}) and is left alone: "
                  "run that version",
                  path, layout, known));
}

} // namespace artifactd::sqlite
