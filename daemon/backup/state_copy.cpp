#include "daemon/backup/state_copy.hpp"

#include "state/database/postgres_url.hpp"
#include "state/database/sqlite.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd::backup {

namespace {

using Treatment = TreeRules::Treatment;

constexpr std::size_t most_in_state = 100'000;
constexpr auto patience = std::chrono::seconds(10);

std::string name_of(std::string const& path) {
  return std::filesystem::path(path).filename().string();
}

class StateCopying {
public:
  explicit StateCopying(CopyTools& tools) : config_(tools.config), tools_(tools) {
    for (auto const& path :
         {config_.journal_path(), config_.plays_path(), config_.reports_path(), config_.stories_path()})
      databases_.push_back(name_of(path));
    for (auto const& path : {config_.fix_records_path(), config_.mirror_path(), config_.model_state_path()})
      folders_.push_back(name_of(path));
    for (auto const& path : {config_.lock_path(), config_.run_locks_path(), config_.runtime_dir})
      running_.push_back(name_of(path));
  }

  Result<StateCopy> run() {
    StateCopy copy{.tree = TreeCopy(tools_.staging, tools_.names)};
    auto& tree = copy.tree;
    auto const directory = TRY(unless_missing(open_trusted_directory(config_.state_dir)));
    if (!directory) {
      tree.left_out.push_back({config_.state_dir, "there is no state directory"});
      return copy;
    }
    TRY(tree.take(directory->get(), std::string(state_folder),
                  {[this](std::string const& path) { return treatment(path); }, tools_.secrets}));
    TRY(tree.finish());
    for (auto const& name : databases_)
      if (auto const copied = copy_database(tree, directory->get(), name); !copied)
        tree.missing.push_back({config_.state_dir + "/" + name, copied.error().message});
      else if (name == databases_.front())
        copy.journal_layout = *copied;
    for (auto const& name : TRY(list_directory(directory->get(), most_in_state)))
      if (!is_known(name) && !holds_root(name))
        tree.left_out.push_back({config_.state_dir + "/" + name, why_not(name)});
    if (!config_.turn.database.empty())
      tree.left_out.push_back(
          {postgres::shown_url(config_.turn.database), "stories are on that server: copy them with pg_dump"});
    return copy;
  }

private:
  [[nodiscard]] Treatment treatment(std::string const& path) const {
    auto const top = path.substr(0, path.find('/'));
    return std::ranges::find(folders_, top) != folders_.end() ? Treatment::usual : Treatment::skip;
  }

  [[nodiscard]] bool is_known(std::string const& name) const {
    auto const is_its = [&](std::string const& database) {
      constexpr std::array<std::string_view, 5> endings = {"", "-wal", "-shm", "-journal", ".lock"};
      return std::ranges::any_of(endings,
                                 [&](auto ending) { return name == database + std::string(ending); });
    };
    return std::ranges::any_of(databases_, is_its) || std::ranges::find(folders_, name) != folders_.end() ||
           std::ranges::find(running_, name) != running_.end();
  }

  [[nodiscard]] std::string why_not(std::string const& name) const {
    if (name.starts_with(name_of(config_.web_tokens_path()))) return "tokens of the HTTP API: make new ones";
    auto const was = [&](std::string const& database) { return name.starts_with(database + ".damaged"); };
    if (std::ranges::any_of(databases_, was)) return "a damaged database that was put aside";
    return "it is not artifactd's";
  }

  [[nodiscard]] bool holds_root(std::string const& name) const {
    auto const path = config_.state_dir + "/" + name;
    return std::ranges::any_of(config_.roots, [&](RootConfig const& root) {
      return root.path == path || root.path.starts_with(path + "/");
    });
  }

  /// Its layout; 0 if there is no such database.
  Result<std::int64_t> copy_database(TreeCopy& tree, int directory, std::string const& name) {
    auto const stamp = TRY(unless_missing(stamp_at(directory, name)));
    auto const is_journal = name == databases_.front();
    // Nothing else shows that an artifactd ran here, and each has a journal.
    if (!stamp && is_journal && stamp_at(directory, name_of(config_.lock_path())))
      return fail(Fault::missing,
                  "it is gone, though artifactd runs here, or has run: somebody moved it away or "
                  "deleted it; a running artifactd begins another one with its next event");
    if (!stamp) return 0;
    if (!S_ISREG(stamp->mode)) return fail(Fault::unsafe, "it is not a file");
    auto const path = config_.state_dir + "/" + name;
    auto const copy = tools_.staging.new_path();
    auto database = TRY(sqlite::Database::open(path, sqlite::Access::read, patience));
    TRY(database.copy_to(copy));
    UniqueFd file(::open(copy.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file) return fail(errno_error("open", copy));
    auto entry = tree.described(fmt::format("{}/{}", state_folder, name), *stamp, file.get());
    entry.size = TRY(stamp_of(file.get())).size;
    tree.entries.push_back({.entry = std::move(entry), .source = std::move(file)});
    return database.number("PRAGMA user_version");
  }

  Config const& config_;
  CopyTools& tools_;
  std::vector<std::string> databases_; ///< the journal first
  std::vector<std::string> folders_;
  std::vector<std::string> running_;
};

} // namespace

Result<StateCopy> copy_state(CopyTools& tools) {
  return StateCopying(tools).run();
}

} // namespace artifactd::backup
