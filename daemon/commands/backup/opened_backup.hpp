// The archive that a person named, read and verified while the person sees how far it is.
#pragma once

#include "daemon/backup/verify.hpp"
#include "daemon/commands/backup/backup_feed.hpp"

namespace artifactd {

struct OpenedBackup {
  UniqueFd file;
  backup::Verified verified;
};

/// The Error begins with the path.
Result<OpenedBackup> open_backup(Cli const& cli, std::string const& path);

/// Numbers, and what is not in it, as members of the command's document.
[[nodiscard]] nlohmann::ordered_json contents_of(backup::Manifest const& manifest);
/// "1.5 GiB"
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);
/// "12 sessions, 80 files, 1.5 MiB"
[[nodiscard]] std::string size_of(backup::Manifest const& manifest);

/// The first of them, one a line.
void print_left(std::string_view title, std::vector<backup::LeftOut> const& left);

} // namespace artifactd
