// Which layouts of artifactd's databases this version knows.
#pragma once

#include "daemon/config/config.hpp"
#include "state/database/sqlite.hpp"

#include <string>

namespace artifactd {

/// Fault::unsupported if it was made by a newer artifactd. `path` is compared with those of `config`; another
/// program's database is not judged.
Result<void> expect_known_layout(Config const& config, std::string const& path, sqlite::Database& database);

} // namespace artifactd
