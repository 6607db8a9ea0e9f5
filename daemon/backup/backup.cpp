#include "daemon/backup/backup.hpp"

#include "daemon/backup/archive.hpp"
#include "daemon/backup/config_copy.hpp"
#include "daemon/backup/seal.hpp"
#include "daemon/backup/state_copy.hpp"
#include "daemon/process/version.hpp"
#include "state/platform/answering.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/mount_table.hpp"
#include "state/vocabulary/names.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <set>
#include <sys/stat.h>

namespace artifactd::backup {

namespace {

namespace fs = std::filesystem;

/// The path itself if it does not exist, or does not answer.
std::string resolved(std::string const& path) {
  if (!check_answers(path)) return path;
  std::error_code failed;
  auto const real = fs::canonical(path, failed);
  return failed ? path : real.string();
}

/// The last name of each root's path, with a number where it is taken.
std::vector<SavedRoot> saved_roots(Config const& config) {
  std::set<std::string> taken{std::string(state_folder), std::string(config_folder)};
  std::vector<SavedRoot> roots;
  for (auto const& root : config.roots) {
    auto const base = fs::path(resolved(root.path)).filename().string();
    auto const plain = base.empty() || base.starts_with("manifest.") ? "root" : base;
    auto name = plain;
    for (unsigned number = 2; !taken.insert(name).second; ++number)
      name = fmt::format("{}-{}", plain, number);
    roots.push_back({std::move(name), root.path, resolved(root.path), root.depth});
  }
  return roots;
}

/// What the manifest and the archive are made of together.
class BackupMaking {
public:
  BackupMaking(Config const& config, std::string archive, GoOn const& go_on)
      : config_(config), archive_(std::move(archive)), go_on_(go_on) {}

  Result<Made> run() {
    TRY(expect_outside_roots());
    auto staging = TRY(Staging::beside(archive_));
    auto const made = staging.new_path();
    UniqueFd const file(::open(made.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file) return fail(errno_error("create", made));
    writer_.emplace(TRY(ArchiveWriter::over(file.get())));
    manifest_ = {
        .version = std::string(version_text), .made_at = iso8601_now(), .roots = saved_roots(config_)};
    CopyTools tools{config_, staging, names_, secrets()};
    TRY(add_sessions(tools));
    TRY(tell());
    auto state = TRY(copy_state(tools));
    manifest_.journal_layout = state.journal_layout;
    TRY(add(state.tree));
    TRY(add_config());
    TRY(add_manifest());
    TRY(writer_->finish());
    TRY(seal(file.get()));
    TRY(staging.publish(file.get(), made, archive_));
    return Made{archive_, TRY(stamp_of(file.get())).size, std::move(manifest_)};
  }

private:
  Result<void> expect_outside_roots() const {
    auto const folder = resolved(fs::absolute(archive_).parent_path().string());
    for (auto const& root : config_.roots)
      if (auto const path = resolved(root.path); folder == path || folder.starts_with(path + "/"))
        return fail(Fault::unsafe, fmt::format("{} would lie in the root {}, where agents can reach it",
                                               printable(archive_), printable(root.path)));
    return {};
  }

  [[nodiscard]] std::vector<Stamp> secrets() const {
    std::vector<Stamp> found;
    for (auto const& [key, each] : config_.models)
      if (auto const stamp =
              each.key_file.empty() ? fail(Fault::missing, "") : stamp_at(AT_FDCWD, resolved(each.key_file)))
        found.push_back(*stamp);
    return found;
  }

  Result<void> tell() {
    if (go_on_ && !go_on_(progress_)) return fail(Fault::changed, "interrupted: nothing was kept");
    return {};
  }

  Result<void> add_sessions(CopyTools& tools) {
    std::vector<std::pair<SessionKey, std::string>> waiting;
    for (std::size_t i = 0; i < config_.roots.size(); ++i)
      for (auto& key : TRY(add_root(manifest_.roots[i])))
        waiting.emplace_back(std::move(key), manifest_.roots[i].name);
    progress_.of = waiting.size();
    auto const busy = TRY(add_each(tools, waiting, true));
    std::ignore = TRY(add_each(tools, busy, false));
    return {};
  }

  using Named = std::vector<std::pair<SessionKey, std::string>>;

  /// Returns those that are held by others; without `again`, they are missing.
  Result<Named> add_each(CopyTools& tools, Named const& sessions, bool again) {
    Named busy;
    for (auto const& [key, root] : sessions) {
      TRY(tell());
      auto copy = copy_session(tools, key, root);
      if (!copy && copy.error().fault == Fault::busy && again) {
        busy.emplace_back(key, root);
        continue;
      }
      ++progress_.done;
      if (!copy && copy.error().fault == Fault::missing) continue;
      if (!copy && copy.error().fault == Fault::no_space) return fail(copy.error());
      if (!copy) {
        manifest_.missing.push_back({full_path(key), copy.error().message});
        continue;
      }
      TRY(add(copy->tree));
      manifest_.sessions.push_back(std::move(copy->saved));
    }
    return busy;
  }

  /// The directories above its sessions; returns the sessions.
  Result<std::vector<SessionKey>> add_root(SavedRoot const& root) {
    auto const listed = list_sessions(root.path, root.depth);
    if (!listed) {
      manifest_.missing.push_back({root.path, listed.error().message});
      return std::vector<SessionKey>();
    }
    if (auto const place = unmounted_above(root.path))
      manifest_.missing.push_back({root.path, not_mounted(*place)});
    for (auto const& path : listed->unreadable)
      manifest_.missing.push_back({root.path + "/" + path, "it cannot be listed"});
    std::set<std::string> above;
    std::vector<SessionKey> keys;
    for (auto const& path : listed->paths) {
      keys.push_back({root.path, path});
      for (auto slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
        above.insert(path.substr(0, slash));
    }
    if (root.depth == 0) return keys; // the root is a session
    auto const directory = TRY(open_trusted_directory(root.path));
    TRY(add_directory(directory.get(), root.name));
    for (auto const& path : above)
      if (auto const below = open_directory(directory.get(), path))
        TRY(add_directory(below->get(), root.name + "/" + path));
    return keys;
  }

  Result<void> add_directory(int directory, std::string path) {
    auto const stamp = TRY(stamp_of(directory));
    Entry entry{.path = std::move(path),
                .what = Entry::What::directory,
                .mode = stamp.mode & 03777U,
                .owner = stamp.owner,
                .group = stamp.group,
                .owner_name = names_.of_user(stamp.owner),
                .group_name = names_.of_group(stamp.group),
                .modified_ns = stamp.modified_ns};
    TRY(writer_->add(entry, -1, 0));
    manifest_.entries.push_back(std::move(entry));
    return {};
  }

  Result<void> add(TreeCopy& tree) {
    for (auto& each : tree.entries) {
      auto const source = each.source ? each.source.get() : tree.spool();
      TRY(writer_->add(each.entry, source, each.offset));
      manifest_.entries.push_back(std::move(each.entry));
    }
    std::ranges::move(tree.left_out, std::back_inserter(manifest_.left_out));
    std::ranges::move(tree.missing, std::back_inserter(manifest_.missing));
    return {};
  }

  Result<void> add_config() {
    auto copy = copy_config(config_, manifest_.roots);
    std::set<std::string> folders{std::string(config_folder)};
    for (auto const& file : copy.files)
      folders.insert(file.path.substr(0, file.path.rfind('/')));
    for (auto const& folder : folders) {
      Entry entry{.path = folder, .what = Entry::What::directory, .mode = 0755, .modified_ns = wall_now_ns()};
      TRY(writer_->add(entry, -1, 0));
      manifest_.entries.push_back(std::move(entry));
    }
    for (auto const& file : copy.files) {
      Entry entry{.path = file.path,
                  .mode = file.mode,
                  .owner = file.owner,
                  .group = file.group,
                  .owner_name = names_.of_user(file.owner),
                  .group_name = names_.of_group(file.group),
                  .modified_ns = wall_now_ns()};
      TRY(writer_->add_text(entry, file.text));
      manifest_.entries.push_back(std::move(entry));
    }
    manifest_.places = std::move(copy.places);
    std::ranges::move(copy.left_out, std::back_inserter(manifest_.left_out));
    std::ranges::move(copy.missing, std::back_inserter(manifest_.missing));
    return {};
  }

  Result<void> add_manifest() {
    auto const text = to_text(manifest_);
    if (text.size() > longest_manifest)
      return fail(Fault::too_large, "there are too many files for one backup");
    Entry entry{.path = std::string(manifest_name), .mode = 0600, .modified_ns = wall_now_ns()};
    TRY(writer_->add_text(entry, text));
    Entry digest{.path = std::string(manifest_digest_name), .mode = 0600, .modified_ns = wall_now_ns()};
    return writer_->add_text(digest, fmt::format("{}  {}\n", entry.sha256, manifest_name));
  }

  Config const& config_;
  std::string archive_;
  GoOn const& go_on_;
  AccountNames names_;
  Manifest manifest_;
  Progress progress_{.doing = "copying sessions"};
  std::optional<ArchiveWriter> writer_;
};

} // namespace

Result<Made> make_backup(Config const& config, std::string const& archive, GoOn const& go_on) {
  return BackupMaking(config, archive, go_on).run();
}

} // namespace artifactd::backup
