#include "tests/faults/power/disk.hpp"

#include <algorithm>
#include <utility>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

bool is_there(std::string const& path) {
  return fs::exists(fs::symlink_status(path));
}

} // namespace

void Disk::cut_in_order(std::size_t changes, Bytes bytes) {
  std::vector<Change const*> durable;
  for (std::size_t at = 0; at < changes; ++at)
    durable.push_back(&changes_[at]);
  rebuild(durable, bytes);
}

void Disk::cut_by_directory(Bytes bytes) {
  std::vector<Change const*> durable;
  for (auto at : by_directory_)
    durable.push_back(&changes_[at]);
  rebuild(durable, bytes);
}

void Disk::rebuild(std::vector<Change const*> const& durable, Bytes bytes) {
  std::map<std::string, Bound> names;
  auto attributes = base_attributes_;
  for (auto const& [path, node] : base_)
    names.emplace(path, Bound{node, 0});
  for (std::size_t number = 1; auto const* change : durable) {
    for (auto const& [path, node] : change->names)
      if (node)
        names[path] = {*node, number};
      else
        names.erase(path);
    for (auto const& [file, set] : change->attributes)
      attributes[file] = set;
    ++number;
  }
  while (!kept_.empty())
    look(kept_.begin()->first);
  look();
  // A name cannot exist without its directory.
  std::erase_if(names, [&](auto const& name) {
    auto const below = std::ranges::find(directories_, fs::path(name.first)) == directories_.end();
    return below && !names.contains(fs::path(name.first).parent_path().string());
  });
  clear_out(names);
  place(names);
  for (auto const& [path, bound] : names) {
    if (bound.node.kind != NodeKind::file) continue;
    if (bytes == Bytes::synced) {
      auto const synced = synced_.find(bound.node.id);
      restore(path, synced != synced_.end() ? synced->second : Image{"", image_of(path).modified});
    }
    restore(path, attributes[bound.node.id]);
  }
  correct_change_times(names);
}

/// artifactd records the change times of signals, which are empty files, in its logs of attempts; only those
/// are replaced, since an equal birth or modification time stays valid.
void Disk::correct_change_times(std::map<std::string, Bound> const& wanted) {
  std::map<std::string, std::string> corrections;
  for (auto const& [path, bound] : wanted) {
    if (fs::path(path).filename().string().find(".lock") == std::string::npos) continue;
    auto const from = std::to_string(bound.node.changed_ns);
    auto const to = std::to_string(node_at(path).changed_ns);
    corrections.emplace("\"first_seen_ns\": " + from, "\"first_seen_ns\": " + to);
    corrections.emplace(":0:" + from + ":", ":0:" + to + ":");
  }
  for (auto const& [path, bound] : wanted) {
    if (bound.node.kind != NodeKind::file || fs::path(path).parent_path().filename() != "attempts") continue;
    auto image = image_of(path);
    for (auto const& [from, to] : corrections)
      if (auto at = image.bytes.find(from); at != std::string::npos) image.bytes.replace(at, from.size(), to);
    restore(path, image);
  }
}

/// Moves everything with a wrong name into the room, deepest first.
void Disk::clear_out(std::map<std::string, Bound> const& wanted) {
  auto const there = names_below(directories_);
  right_.clear();
  std::set<FileId> stays;
  for (auto const& [path, node] : there) {
    auto const parent = fs::path(path).parent_path().string();
    auto const same = wanted.find(path);
    if (same == wanted.end() || same->second.node != node) continue;
    if (there.contains(parent) && !right_.contains(parent)) continue;
    right_.insert(path);
    stays.insert(node.id);
  }
  for (auto each = there.rbegin(); each != there.rend(); ++each) {
    auto const& [path, node] = *each;
    if (right_.contains(path)) continue;
    if (stays.contains(node.id) || is_there(in_room(node.id)))
      fs::remove(path); // one of several names
    else
      fs::rename(path, in_room(node.id));
  }
}

/// In the order in which the names were created, so that change times keep their order.
void Disk::place(std::map<std::string, Bound> const& wanted) const {
  std::vector<std::pair<std::size_t, std::string>> order;
  std::map<FileId, std::string> placed;
  for (auto const& [path, bound] : wanted)
    if (right_.contains(path))
      placed.emplace(bound.node.id, path);
    else
      order.emplace_back(bound.change, path);
  std::ranges::sort(order);
  for (auto const& [change, path] : order) {
    auto const& node = wanted.at(path).node;
    if (auto other = placed.find(node.id); other != placed.end())
      fs::create_hard_link(other->second, path);
    else if (node.kind == NodeKind::directory && !is_there(in_room(node.id)))
      fs::create_directory(path); // removed meanwhile: a directory cannot be kept by a second name
    else
      fs::rename(in_room(node.id), path);
    placed.emplace(node.id, path);
  }
}

} // namespace artifactd::faults
