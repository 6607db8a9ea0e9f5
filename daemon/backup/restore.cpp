#include "daemon/backup/restore.hpp"

#include "daemon/backup/restored_state.hpp"
#include "daemon/config/config_strings.hpp"
#include "state/platform/digest.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <ranges>

namespace artifactd::backup {

namespace {

constexpr std::size_t longest_config = std::size_t{64} << 20;

bool names(std::string const& word, SavedRoot const& root) {
  return word == root.name || word == root.path || word == root.resolved;
}

Result<void> expect_roots(Manifest const& manifest, RestoreOrder const& order) {
  for (auto const& [former, now] : order.roots) {
    if (std::ranges::any_of(manifest.roots, [&](SavedRoot const& root) { return names(former, root); }))
      continue;
    std::vector<std::string> known;
    for (auto const& root : manifest.roots)
      known.push_back(printable(root.path));
    return fail(Fault::missing,
                fmt::format("the backup has no root {}: it has {}", printable(former),
                            known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
  }
  return {};
}

/// One path for each root of the manifest, in its order.
std::vector<std::string> lives_of(Manifest const& manifest, RestoreOrder const& order,
                                  std::string const& directory) {
  std::vector<std::string> lives;
  for (auto const& root : manifest.roots) {
    auto found = order.roots.end();
    for (auto const& key : {root.name, root.path, root.resolved})
      if (auto const given = order.roots.find(key); given != order.roots.end()) found = given;
    lives.push_back(found == order.roots.end() ? directory + "/" + root.name : found->second);
  }
  return lives;
}

class Restoring {
public:
  Restoring(RestoredTree tree, Verified const& verified, std::vector<std::string> lives, GoOn const& go_on)
      : tree_(std::move(tree)), manifest_(verified.manifest), all_(verified.bytes), lives_(std::move(lives)),
        go_on_(go_on) {
    for (auto const& entry : manifest_.entries)
      entries_[entry.path] = &entry;
  }

  Result<Restored> run(int file) {
    auto reader = TRY(ArchiveReader::over(file));
    while (auto const member = TRY(reader.next()))
      if (member->path != manifest_name && member->path != manifest_digest_name) TRY(add(reader, *member));
    if (!entries_.empty()) return fail(Fault::invalid, "the archive changed while it was read");
    auto put_aside = TRY(move_state(tree_, manifest_, lives_));
    for (auto const& [entry, text] : config_)
      TRY(tree_.add_text(*entry, text));
    TRY(tree_.seal());
    TRY(tree_.sync());
    Restored restored{.config = fmt::format("{}/{}", tree_.path(), main_config),
                      .owners = tree_.restores_owners(),
                      .put_aside = std::move(put_aside),
                      .emptied = std::move(emptied_)};
    for (std::size_t i = 0; i < lives_.size(); ++i)
      restored.roots[manifest_.roots[i].path] = lives_[i];
    return restored;
  }

private:
  Result<void> add(ArchiveReader& reader, Member const& member) {
    auto const found = entries_.find(member.path);
    if (found == entries_.end())
      return fail(Fault::invalid,
                  printable(member.path) + " is not in the manifest: the archive changed while it was read");
    auto const& entry = *found->second;
    entries_.erase(found);
    auto const is_file = entry.what == Entry::What::file;
    if (is_file != (member.what == Member::What::file))
      return fail(Fault::invalid, printable(member.path) + " is not what the manifest says");
    if (!is_file) return tree_.add_directory(entry);
    if (entry.path.starts_with(std::string(config_folder) + "/")) return add_config(reader, entry);
    return tree_.add_file(entry, reader, [&](std::size_t size) {
      bytes_ += size;
      return !go_on_ || go_on_(in_mebibytes("restoring MiB", bytes_, all_));
    });
  }

  /// Written last: no daemon starts with a part.
  Result<void> add_config(ArchiveReader& reader, Entry const& entry) {
    std::string text;
    for (auto piece = TRY(reader.read()); !piece.empty(); piece = TRY(reader.read())) {
      if (text.size() + piece.size() > longest_config)
        return fail(Fault::too_large, printable(entry.path) + " is too large for a configuration file");
      text += piece;
    }
    if (ByteDigest().add(text).hex() != entry.sha256)
      return fail(Fault::invalid, printable(entry.path) + " changed while it was read");
    config_.emplace_back(&entry, TRY(moved(entry.path, std::move(text))));
    return {};
  }

  Result<std::string> moved(std::string const& file, std::string text) {
    std::vector<ConfigPlace const*> places;
    for (auto const& place : manifest_.places)
      if (place.file == file) places.push_back(&place);
    std::ranges::sort(places, std::greater(), [](ConfigPlace const* each) { return each->at; });
    for (auto const* place : places) {
      if (place->at > text.size() || place->bytes > text.size() - place->at)
        return fail(Fault::invalid, printable(file) + " has no place that the manifest names");
      text.replace(place->at, place->bytes, toml_quoted(TRY(now(*place))));
    }
    if (!file.starts_with(std::string(config_folder) + "/files/")) stop_listening(text);
    return text;
  }

  /// The original daemon has these addresses.
  void stop_listening(std::string& text) {
    auto const strings = config_strings(text);
    if (!strings) return; // the daemon will say why
    for (auto const& each : *strings | std::views::reverse) {
      if ((each.key != "web.listen" && each.key != "web.socket") || each.value.empty()) continue;
      emptied_.push_back(
          fmt::format("{} = {}", each.key.substr(each.key.find('.') + 1), toml_quoted(each.value)));
      text.replace(each.at, each.bytes, toml_quoted(""));
    }
  }

  Result<std::string> now(ConfigPlace const& place) {
    auto state = fmt::format("{}/{}", tree_.path(), state_folder);
    if (place.means == ConfigPlace::Means::state && place.name.empty()) return state;
    if (place.means == ConfigPlace::Means::state && is_path_below(place.name))
      return state + "/" + place.name;
    if (place.means == ConfigPlace::Means::file && is_path_below(place.name))
      return tree_.path() + "/" + place.name;
    auto const root = std::ranges::find(manifest_.roots, place.name, &SavedRoot::name);
    if (place.means != ConfigPlace::Means::root || root == manifest_.roots.end())
      return fail(Fault::invalid, "the manifest names a root that is not in it");
    return lives_[static_cast<std::size_t>(root - manifest_.roots.begin())];
  }

  RestoredTree tree_;
  Manifest const& manifest_;
  std::uint64_t all_; ///< bytes to come
  std::vector<std::string> lives_;
  GoOn const& go_on_;
  std::map<std::string, Entry const*> entries_; ///< that did not come yet
  std::vector<std::pair<Entry const*, std::string>> config_;
  std::vector<std::string> emptied_;
  std::uint64_t bytes_ = 0;
};

} // namespace

Result<void> expect_empty(std::string const& directory) {
  return RestoredTree::expect_empty(directory);
}

Result<Restored> restore_backup(int file, Verified const& verified, RestoreOrder const& order,
                                GoOn const& go_on) {
  TRY(expect_roots(verified.manifest, order));
  auto tree = TRY(RestoredTree::in(order.directory));
  auto lives = lives_of(verified.manifest, order, tree.path());
  auto restored = Restoring(std::move(tree), verified, std::move(lives), go_on).run(file);
  if (!restored)
    return fail(std::move(restored).error().within(printable(order.directory) + " holds a part: remove it"));
  return restored;
}

} // namespace artifactd::backup
