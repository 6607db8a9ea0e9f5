#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

namespace {

CLI::Validator not_empty() {
  return {[](std::string const& text) { return text.empty() ? "it is empty" : ""; }, ""};
}

/// An absolute path follows the "=".
CLI::Validator moved_root() {
  return {[](std::string const& text) {
            auto const at = text.rfind("=/");
            return at == text.npos || at == 0 ? "write OLD=NEW, with an absolute path for NEW" : "";
          },
          ""};
}

} // namespace

void add_backup(CLI::App& app, Chosen& chosen, BackupOptions& options) {
  using What = BackupOptions::What;
  auto& backup = *app.add_subcommand("backup", "copy all sessions, databases and settings into one file")
                      ->require_subcommand(0, 1)
                      ->fallthrough();
  backup.add_option("--to", options.file, "the archive (default: artifactd-<time>.tar.zst)")
      ->type_name("FILE");
  // CLI11 calls this after those of the subcommands, which have chosen then.
  backup.callback([&] {
    if (backup.get_subcommands().empty())
      chosen = [&options](Cli const& cli) { return backup_command(cli, options); };
  });
  Group const group{backup, chosen, options, backup_command};
  auto& verify = group.add("verify", "read a backup whole: digests, databases, graphs", What::verify);
  verify.add_option("file", options.file, "the archive")->type_name("FILE")->required();
  auto& restore = group.add("restore", "restore a backup into an empty directory", What::restore);
  restore.add_option("file", options.file, "the archive")->type_name("FILE")->required();
  restore.add_option("--to", options.to, "a new or empty directory")
      ->type_name("DIR")
      ->required()
      ->check(not_empty());
  restore.add_option("--root", options.roots, "where a root will be, if not in that directory")
      ->type_name("OLD=NEW")
      ->check(moved_root());
}

} // namespace artifactd
