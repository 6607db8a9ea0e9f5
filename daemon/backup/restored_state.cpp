#include "daemon/backup/restored_state.hpp"

#include "agents/report/moved_books.hpp"
#include "agents/state/fix_backup.hpp"
#include "agents/turn/store/moved_stories.hpp"
#include "daemon/config/config.hpp"
#include "state/database/layout.hpp"
#include "state/journal/moved_journal.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <map>
#include <set>
#include <unistd.h>

namespace artifactd::backup {

namespace {

class StateMoving {
public:
  StateMoving(RestoredTree& tree, Manifest const& manifest, std::vector<std::string> const& lives)
      : tree_(tree), manifest_(manifest) {
    config_.state_dir = fmt::format("{}/{}", tree.path(), state_folder);
    for (std::size_t i = 0; i < manifest.roots.size(); ++i) {
      auto const& root = manifest.roots[i];
      lives_[root.name] = lives[i];
      for (auto const& from : {root.path, root.resolved})
        moves_.push_back({from, lives[i]});
    }
    for (auto const& entry : manifest.entries)
      entries_[entry.path] = &entry;
  }

  Result<std::vector<std::string>> run() {
    auto const directories = TRY(stories());
    TRY(move(config_.journal_path(), [&](std::string const& path) { return move_journal(path, moves_); }));
    TRY(move(config_.plays_path(),
             [&](std::string const& path) { return report::move_play_book(path, moves_); }));
    TRY(move(config_.reports_path(),
             [&](std::string const& path) { return report::move_report_book(path, moves_); }));
    TRY(move(config_.stories_path(),
             [&](std::string const& path) { return turn::move_stories(path, directories); }));
    TRY(rename_fix_records());
    return std::move(damaged_);
  }

private:
  template <class Move>
  Result<void> move(std::string const& path, Move const& by) {
    if (!entries_.contains(path.substr(tree_.path().size() + 1))) return {};
    if (is_empty(path).value_or(false)) return remove_empty(path);
    auto const moved = by(path);
    if (moved || moved.error().fault != Fault::invalid) return moved;
    // It was damaged when it was copied: the rest is good without it.
    auto const aside = path + ".damaged";
    if (::rename(path.c_str(), aside.c_str()) != 0) return fail(errno_error("rename", path));
    damaged_.push_back(fmt::format("{} is not used: {}", aside, moved.error().message));
    return {};
  }

  static Result<bool> is_empty(std::string const& path) {
    auto database = TRY(sqlite::open_foreign(path));
    return sqlite::is_empty(database);
  }

  /// artifactd makes it when it is needed, as it would have done with the original.
  static Result<void> remove_empty(std::string const& path) {
    if (::unlink(path.c_str()) != 0) return fail(errno_error("remove", path));
    return {};
  }

  Result<Stamp> stamp_of_session(SavedSession const& session) {
    return stamp_at(tree_.directory(), session.folder());
  }

  Result<std::vector<turn::MovedStory>> stories() {
    std::vector<turn::MovedStory> moved;
    for (auto const& session : manifest_.sessions) {
      auto stamp = TRY(stamp_of_session(session));
      auto const entry = entries_.find(session.folder());
      if (entry == entries_.end()) continue;
      stamp.owner = tree_.owner_of(*entry->second);
      auto const below = session.path.empty() ? "" : "/" + session.path;
      auto const root = std::ranges::find(manifest_.roots, session.root, &SavedRoot::name);
      moved.push_back({.paths = {root->path + below, root->resolved + below},
                       .inode = session.inode,
                       .birth_ns = session.birth_ns,
                       .now = turn::story_directory({}, lives_[session.root] + below, stamp)});
    }
    return moved;
  }

  /// Their names are digests of a session's identity and a directory in it.
  Result<void> rename_fix_records() {
    auto const folder = TRY(unless_missing(open_trusted_directory(config_.fix_records_path())));
    if (!folder) return {};
    constexpr std::size_t most_names = 1'000'000;
    auto const listed = TRY(list_directory(folder->get(), most_names));
    std::set<std::string> const records(listed.begin(), listed.end());
    if (records.empty()) return {};
    for (auto const& session : manifest_.sessions) {
      auto const stamp = TRY(stamp_of_session(session));
      auto const prefix = session.folder() + "/";
      for (auto each = entries_.lower_bound(prefix);
           each != entries_.end() && each->first.starts_with(prefix); ++each) {
        if (each->second->what != Entry::What::directory) continue;
        auto const place = each->first.substr(prefix.size());
        auto const former = fix_record_name(session.inode, session.birth_ns, place);
        auto const now = fix_record_name(stamp.inode, stamp.birth_ns, place);
        if (records.contains(former) &&
            ::renameat(folder->get(), former.c_str(), folder->get(), now.c_str()) != 0)
          return fail(errno_error("rename", former));
      }
    }
    return {};
  }

  RestoredTree& tree_;
  Manifest const& manifest_;
  Config config_; ///< knows the names in a state directory
  std::vector<sqlite::PathMove> moves_;
  std::map<std::string, std::string> lives_; ///< by name
  std::map<std::string, Entry const*> entries_;
  std::vector<std::string> damaged_;
};

} // namespace

Result<std::vector<std::string>> move_state(RestoredTree& tree, Manifest const& manifest,
                                            std::vector<std::string> const& lives) {
  return StateMoving(tree, manifest, lives).run();
}

} // namespace artifactd::backup
