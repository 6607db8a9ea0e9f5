#include "daemon/backup/backup.hpp"

#include "daemon/backup/restore.hpp"
#include "daemon/commands/backup/opened_backup.hpp"
#include "daemon/commands/interruption.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <ctime>
#include <filesystem>
#include <fmt/core.h>
#include <optional>

namespace artifactd {

namespace {

void print_document(Json document, backup::Manifest const& manifest) {
  document.update(contents_of(manifest));
  print_json(document);
}

std::string default_name() {
  auto const now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  return fmt::format("artifactd-{:04}{:02}{:02}T{:02}{:02}{:02}Z.tar.zst", parts.tm_year + 1900,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

Result<Exit> make(Cli const& cli, Config const& config, BackupOptions const& options) {
  if (config.roots.empty())
    return complain(cli, {Fault::missing, "no root is configured, so there is nothing to copy"}),
           Exit::configuration;
  auto const copy = [&] {
    BackupFeed feed(cli);
    return backup::make_backup(config, options.file.empty() ? default_name() : options.file, feed.go_on());
  };
  auto const made = TRY(copy());
  auto const exit = made.manifest.missing.empty() ? Exit::ok : Exit::person;
  if (cli.output == Output::json) {
    print_document({{"version", 1}, {"archive", printable(made.archive)}, {"archive_bytes", made.bytes}},
                   made.manifest);
    return exit;
  }
  print_left("left out", made.manifest.left_out);
  print_left("NOT COPIED", made.manifest.missing);
  fmt::print("{}: {} in {}\n", printable(made.archive), size_of(made.manifest), bytes_text(made.bytes));
  return exit;
}

Result<Exit> verify(Cli const& cli, BackupOptions const& options) {
  auto const opened = TRY(open_backup(cli, options.file));
  auto const& [manifest, bytes, files, graphs, damaged] = opened.verified;
  auto const exit = damaged.empty() ? Exit::ok : Exit::judged_bad;
  if (cli.output == Output::json) {
    print_document(
        {{"version", 1}, {"archive", printable(options.file)}, {"graphs", graphs}, {"damaged", damaged}},
        manifest);
    return exit;
  }
  fmt::print("made at {} by artifactd {}\n", printable(manifest.made_at), printable(manifest.version));
  for (auto const& root : manifest.roots)
    fmt::print("root {}: {}\n", printable(root.name), printable(root.path));
  print_left("left out", manifest.left_out);
  print_left("not copied when it was made", manifest.missing);
  for (auto const& each : damaged)
    fmt::print("damaged when it was made: {}\n", each);
  fmt::print("{}: {}, {}: every digest is right\n", printable(options.file), size_of(manifest),
             how_many(graphs, "graph"));
  return exit;
}

std::string without_trailing_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/'))
    path.pop_back();
  return path;
}

/// OLD=NEW, each. An absolute path follows the "=", so the last "=/" is meant.
std::map<std::string, std::string> moved_roots(std::vector<std::string> const& words) {
  std::map<std::string, std::string> roots;
  for (auto const& word : words) {
    auto const at = word.rfind("=/");
    roots[without_trailing_slash(word.substr(0, at))] = without_trailing_slash(word.substr(at + 1));
  }
  return roots;
}

Result<Exit> restore(Cli const& cli, BackupOptions const& options) {
  backup::RestoreOrder const order{
      without_trailing_slash(std::filesystem::absolute(options.to).lexically_normal().string()),
      moved_roots(options.roots)};
  TRY(backup::expect_empty(order.directory));
  auto const opened = TRY(open_backup(cli, options.file));
  auto const write = [&] {
    BackupFeed feed(cli);
    return backup::restore_backup(opened.file.get(), opened.verified, order, feed.go_on());
  };
  auto const restored = TRY(write());
  auto const& manifest = opened.verified.manifest;
  if (cli.output == Output::json) {
    auto roots = Json::array();
    for (auto const& [from, to] : restored.roots)
      roots.push_back({{"from", printable(from)}, {"to", printable(to)}});
    print_json({{"version", 1},
                {"directory", printable(order.directory)},
                {"config", printable(restored.config)},
                {"sessions", manifest.sessions.size()},
                {"moved", std::move(roots)},
                {"owners", restored.owners},
                {"damaged", opened.verified.damaged},
                {"put_aside", restored.put_aside},
                {"emptied", restored.emptied},
                {"left_out", contents_of(manifest)["left_out"]}});
    return Exit::ok;
  }
  for (auto const& [from, to] : restored.roots)
    fmt::print("root {} is now {}\n", printable(from), printable(to));
  for (auto const& each : opened.verified.damaged)
    fmt::print("damaged when it was made: {}\n", each);
  for (auto const& each : restored.put_aside)
    fmt::print("{}\n", printable(each));
  print_left("not in the backup", manifest.left_out);
  for (auto const& each : restored.emptied)
    fmt::print("empty now, since the original daemon may use it: [web] {}\n", printable(each));
  if (!restored.owners) fmt::print("everything belongs to you now: only root can restore the owners\n");
  fmt::print("{} restored; start it with: artifactd --config {}\n", size_of(manifest),
             shell_quoted(restored.config));
  return Exit::ok;
}

Exit carry_out(Cli const& cli, BackupOptions const& options) {
  switch (options.what) {
  case BackupOptions::What::make:
    return with_configuration(cli, [&](Config const& config) { return make(cli, config, options); });
  case BackupOptions::What::verify:
    return ended(cli, verify(cli, options));
  case BackupOptions::What::restore:
    return ended(cli, restore(cli, options));
  }
  return Exit::usage;
}

} // namespace

Exit backup_command(Cli const& cli, BackupOptions const& options) {
  auto const exit = carry_out(cli, options);
  if (exit == Exit::conflict) end_by_interruption();
  return exit;
}

} // namespace artifactd
