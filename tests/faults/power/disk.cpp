#include "tests/faults/power/disk.hpp"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

std::string opened(Call const& call, std::size_t argument) {
  return "/proc/" + std::to_string(call.thread) + "/fd/" +
         std::to_string(static_cast<int>(call.arguments[argument]));
}

/// The file that a call names by a directory and a path.
std::string named(Call const& call, std::size_t directory) {
  auto const path = call.text(directory + 1);
  if (path.starts_with('/')) return path;
  auto const base = static_cast<int>(call.arguments[directory]) == AT_FDCWD
                        ? "/proc/" + std::to_string(call.thread) + "/cwd"
                        : opened(call, directory);
  return base + "/" + path;
}

/// The name that a call removes, if it removes one.
std::optional<std::string> name_that_goes(Call const& call) {
  switch (static_cast<long>(call.number)) {
  case SYS_unlink:
    return call.text(0);
  case SYS_unlinkat:
    return named(call, 0);
  case SYS_rename:
    return call.text(1);
  case SYS_renameat:
    return named(call, 2);
  case SYS_renameat2:
    if (call.arguments[4] == 0) return named(call, 2);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<std::string> file_whose_attribute_is_set(Call const& call) {
  switch (static_cast<long>(call.number)) {
  case SYS_fsetxattr:
  case SYS_fremovexattr:
    return opened(call, 0);
  case SYS_setxattr:
  case SYS_lsetxattr:
  case SYS_removexattr:
  case SYS_lremovexattr:
    return call.text(0);
  default:
    return std::nullopt;
  }
}

bool exists(std::string const& path) {
  return fs::exists(fs::symlink_status(path));
}

} // namespace

Disk::Disk(std::vector<fs::path> const& directories, fs::path room) : room_(std::move(room)) {
  fs::create_directories(room_);
  for (auto const& directory : directories)
    directories_.push_back(fs::canonical(directory));
  base_ = now_ = names_below(directories_);
  for (auto const& [path, node] : base_) {
    if (node.kind != NodeKind::file) continue;
    synced_.emplace(node.id, image_of(path));
    base_attributes_.emplace(node.id, attributes_of(path));
    keep(0, path, node.id); // until the first look: what an agent does before then is not traced
  }
}

void Disk::look() {
  look(0);
}

void Disk::look(pid_t thread) {
  auto now = names_below(directories_);
  release_what_stayed(thread, now);
  if (!looked_)
    for (auto& [path, node] : base_)
      if (auto same = now.find(path); same != now.end() && same->second == node) node = same->second;
  looked_ = true;
  note_names(std::move(now));
}

void Disk::see(Call const& call) {
  look(call.thread);
  finish(call.thread);
  switch (static_cast<long>(call.number)) {
  case SYS_fsync:
  case SYS_fdatasync: {
    auto const path = opened(call, 0);
    auto const node = node_at(path);
    if (node.kind == NodeKind::other) return;
    syncing_[call.thread] = {node, node.kind == NodeKind::file ? image_of(path) : Image(), changes_.size()};
    return;
  }
  default:
    if (auto set = file_whose_attribute_is_set(call)) setting_[call.thread] = *set;
    keep_what_goes(call);
  }
}

/// A thread that makes its next call has finished the previous one.
void Disk::finish(pid_t thread) {
  if (auto sync = syncing_.extract(thread)) make_durable(sync.mapped());
  if (auto set = setting_.extract(thread); set && exists(set.mapped()))
    note_attributes(node_at(set.mapped()).id, set.mapped());
}

void Disk::note_names(Names now) {
  Change change;
  auto differs = [&](std::string const& path, std::optional<Node> after) {
    for (auto const* names : {&now_, &now})
      if (auto parent = names->find(fs::path(path).parent_path()); parent != names->end())
        change.touched.insert(parent->second.id);
    if (after) change.touched.insert(after->id);
    change.names.emplace(path, after);
  };
  for (auto const& [path, node] : now_)
    if (!now.contains(path)) differs(path, std::nullopt);
  for (auto const& [path, node] : now)
    if (auto before = now_.find(path); before == now_.end() || before->second != node) differs(path, node);
  now_ = std::move(now);
  if (change.names.empty()) return;
  changes_.push_back(std::move(change));
  ++version_;
}

void Disk::note_attributes(FileId const& file, std::string const& path) {
  Change change;
  change.attributes.emplace(file, attributes_of(path));
  change.touched.insert(file);
  changes_.push_back(std::move(change));
  ++version_;
}

void Disk::make_durable(Sync const& sync) {
  ++version_;
  auto const& id = sync.node.id;
  if (sync.node.kind == NodeKind::file) synced_[id] = sync.image;
  for (auto at = sync.changes; at > least_; --at)
    if (changes_[at - 1].touched.contains(id)) least_ = at;
  std::set<std::size_t> done;
  if (sync.node.kind == NodeKind::directory) return make_directory_durable(id, sync.changes, done);
  for (std::size_t at = 0; at < sync.changes; ++at)
    if (!changes_[at].attributes.empty() && changes_[at].touched.contains(id)) by_directory_.insert(at);
}

/// A change that moves a name between directories is durable in both or neither, and only together with the
/// earlier changes in both.
void Disk::make_directory_durable(FileId const& directory, std::size_t end, std::set<std::size_t>& done) {
  for (std::size_t at = 0; at < end; ++at) {
    auto const& change = changes_[at];
    if (change.names.empty() || !change.touched.contains(directory) || !done.insert(at).second) continue;
    by_directory_.insert(at);
    for (auto const& [path, node] : change.names)
      if (auto parent = now_.find(fs::path(path).parent_path()); parent != now_.end())
        make_directory_durable(parent->second.id, at, done);
  }
}

/// Links the file at the last moment: artifactd never sees a file with two names.
void Disk::keep_what_goes(Call const& call) {
  auto const path = name_that_goes(call);
  if (!path || !exists(*path)) return;
  std::error_code none;
  auto const real = fs::canonical(fs::path(*path).parent_path(), none) / fs::path(*path).filename();
  auto const known = now_.find(real);
  if (known == now_.end() || known->second.kind != NodeKind::file) return;
  keep(call.thread, real, known->second.id);
}

void Disk::keep(pid_t thread, std::string const& path, FileId const& file) {
  if (::link(path.c_str(), in_room(file).c_str()) == 0) kept_[thread].insert(file);
}

/// The call failed, or the file has another name.
void Disk::release_what_stayed(pid_t thread, Names& now) {
  auto kept = kept_.extract(thread);
  if (!kept) return;
  for (auto const& [path, node] : now)
    if (kept.mapped().erase(node.id) != 0) fs::remove(in_room(node.id));
  now = names_below(directories_); // releasing changed change times
}

std::string Disk::in_room(FileId const& file) const {
  return room_ / (std::to_string(file.inode) + "." + std::to_string(file.birth_ns));
}

} // namespace artifactd::faults
