#include "state/database/layout.hpp"

namespace artifactd::sqlite {

Result<bool> is_empty(Database& database) {
  return TRY(database.number("SELECT count(*) FROM sqlite_master")) == 0 &&
         TRY(database.number("PRAGMA user_version")) == 0;
}

} // namespace artifactd::sqlite
