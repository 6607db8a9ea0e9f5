#include "state/settle/change_set.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/access_list.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/own_file.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <ranges>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

std::string const intent_name = "intent.json";
constexpr std::size_t most_names = 10'000;

std::string digest_of(std::string_view text) {
  return Digest().add(text).hex();
}

/// Whether what is there now is not a file or directory of the set.
bool is_elsewhere(Error const& error) noexcept {
  return error.fault == Fault::missing || error.fault == Fault::unsafe || error.fault == Fault::too_large;
}

/// Empty if there is no file; no valid digest for anything that is not a file of ours, such as a link.
Result<std::string> digest_at(int directory, std::string const& path) {
  auto text = read_file(directory, path, longest_edited);
  if (!text && text.error().fault == Fault::missing) return "";
  if (!text && is_elsewhere(text.error())) return "of something else";
  return digest_of(TRY(std::move(text)));
}

/// Names in the room before there is an intent.
bool is_ours(std::string_view name) noexcept {
  return name == "intent.new" || std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

/// The file that a new one is to replace.
struct Former {
  Stamp stamp;
  int root;
  std::string path;
};

/// With the access list of `former`, if any, and its owner and group if this user may assign them: through
/// the descriptor that made the file, since its name may refer to another file by then.
Result<void> write_durably(int directory, std::string const& name, std::string_view text, mode_t mode,
                           std::optional<Former> const& former) {
  auto file = TRY(open_beneath(directory, name, O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (auto written = write_all(file.get(), text); !written)
    return fail(std::move(written).error().within(fmt::format("writing {}/{}", layout::change_room, name)));
  if (former && ::fchown(file.get(), former->stamp.owner, former->stamp.group) < 0 && errno != EPERM)
    return fail(errno_error("chown", name));
  if (::fchmod(file.get(), mode & 07777) < 0) return fail(errno_error("chmod", name)); // chown may clear bits
  if (former) TRY(copy_access_list(former->root, former->path, file.get()));
  if (::fsync(file.get()) < 0) return fail(errno_error("fsync", name));
  return {};
}

Result<void> make_directory(int root, std::string const& path) {
  auto const [above, name] = split_path(path);
  auto parent = TRY(open_directory(root, above));
  if (::mkdirat(parent.get(), name.c_str(), 0755) < 0 && errno != EEXIST)
    return fail(errno_error("mkdir", path));
  return sync_directory(parent.get());
}

/// A directory in use stays.
Result<void> remove_directory(int root, std::string const& path) {
  auto const [above, name] = split_path(path);
  auto parent = open_directory(root, above);
  if (!parent && is_elsewhere(parent.error())) return {};
  auto removed = ::unlinkat(TRY(std::move(parent)).get(), name.c_str(), AT_REMOVEDIR);
  if (removed == 0 || errno == ENOENT || errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) return {};
  return fail(errno_error("remove", path));
}

} // namespace

Result<std::vector<std::string>> missing_directories(int root, std::vector<FileEdit> const& edits) {
  std::set<std::string> missing; // a prefix sorts first, so outermost first
  for (auto const& edit : edits)
    for (auto slash = edit.path.find('/'); slash != edit.path.npos; slash = edit.path.find('/', slash + 1)) {
      auto parent = edit.path.substr(0, slash);
      if (!edit.before && !TRY(unless_missing(open_directory(root, parent)))) missing.insert(parent);
    }
  return std::vector(missing.begin(), missing.end());
}

Result<ChangeSet> ChangeSet::carry_out(int root, ChangeIntent const& intent,
                                       std::vector<FileEdit> const& edits) {
  ChangeSet set(TRY(open_directory(root, ".")));
  auto room = make_own_directory(root, layout::change_room);
  if (!room && room.error().code == EEXIST)
    return fail(Fault::exists, "another change to these files is unfinished");
  set.room_ = TRY(std::move(room));
  set.intent_ = intent;
  auto done = [&]() -> Result<void> {
    TRY(set.claim());
    TRY(set.prepare(edits));
    for (auto const& directory : set.made_)
      TRY(make_directory(root, directory));
    for (std::size_t i = 0; i < edits.size(); ++i)
      TRY(set.swap_in(i));
    return set.sync_parents();
  }();
  if (done) return set;
  auto error = std::move(done).error();
  if (auto undone = set.undo(); !undone) error.message += "; and undoing it: " + undone.error().message;
  return fail(std::move(error));
}

Result<std::optional<ChangeSet>> ChangeSet::find(int root) {
  if (auto room = stamp_at(root, layout::change_room); !room) {
    if (room.error().fault == Fault::missing) return std::nullopt;
    return fail(std::move(room).error());
  }
  ChangeSet set(TRY(open_directory(root, ".")));
  set.room_ = TRY(open_directory(root, layout::change_room));
  if (TRY(stamp_of(set.room_.get())).owner != own_user())
    return fail(Fault::exists, fmt::format("{} was made by another user, who must finish or remove it",
                                           layout::change_room));
  TRY(set.claim());
  if (TRY(set.read_intent())) return std::optional(std::move(set));
  for (auto const& name : TRY(list_directory(set.room_.get(), most_names)))
    if (!is_ours(name))
      return fail(Fault::exists, fmt::format("{}/{} is not artifactd's: remove it or move it away",
                                             layout::change_room, name));
  TRY(set.leave()); // interrupted before anything was touched
  return std::nullopt;
}

std::vector<std::string> ChangeSet::paths() const {
  std::vector<std::string> paths;
  for (auto const& entry : entries_)
    paths.push_back(entry.path);
  return paths;
}

Result<void> ChangeSet::claim() {
  if (::flock(room_.get(), LOCK_EX | LOCK_NB) < 0) {
    if (errno == EWOULDBLOCK) return fail(Fault::busy, "another process is changing these files");
    return fail(errno_error("flock", layout::change_room));
  }
  return {};
}

Result<void> ChangeSet::prepare(std::vector<FileEdit> const& edits) {
  made_ = TRY(missing_directories(root_.get(), edits));
  for (std::size_t i = 0; i < edits.size(); ++i) {
    auto const& edit = edits[i];
    auto name = std::to_string(i);
    entries_.push_back(
        {edit.path, edit.before ? digest_of(*edit.before) : "", edit.after ? digest_of(*edit.after) : ""});
    if (!edit.after) continue;
    std::optional<Former> former;
    if (edit.before) former = {TRY(stamp_at(root_.get(), edit.path)), root_.get(), edit.path};
    TRY(write_durably(room_.get(), name, *edit.after, edit.mode, former));
  }
  TRY(write_intent());
  TRY(sync_directory(room_.get()));
  return sync_directory(root_.get());
}

Result<void> ChangeSet::write_intent() {
  auto files = Json::array();
  for (auto const& entry : entries_)
    files.push_back({{"path", entry.path}, {"before", entry.before}, {"after", entry.after}});
  Json const document{{"version", 1},   {"owner", intent_.owner}, {"about", intent_.about},
                      {"files", files}, {"directories", made_},   {"unneeded", intent_.unneeded}};
  auto text = pretty(document);
  TRY(write_durably(room_.get(), "intent.new", text, 0600, std::nullopt));
  if (::renameat(room_.get(), "intent.new", room_.get(), intent_name.c_str()) < 0)
    return fail(errno_error("rename", intent_name));
  return {};
}

/// False if there is none: nothing was touched yet.
Result<bool> ChangeSet::read_intent() {
  auto text = read_file(room_.get(), intent_name, longest_edited);
  if (!text && text.error().fault == Fault::missing) return false;
  if (!text) return fail(std::move(text).error());
  if (!json::scan(*text, {.depth = 16}))
    return fail(Fault::invalid, layout::change_room + "/" + intent_name + " is damaged");
  auto document = Json::parse(*text, nullptr, false);
  if (!document.is_object())
    return fail(Fault::invalid, layout::change_room + "/" + intent_name + " is damaged");
  intent_ = {text_member(document, "owner"), text_member(document, "about")};
  for (auto const& file : document.value("files", Json::array()))
    entries_.push_back({text_member(file, "path"), text_member(file, "before"), text_member(file, "after")});
  made_ = texts_of(document, "directories");
  intent_.unneeded = texts_of(document, "unneeded");
  return true;
}

Result<void> ChangeSet::swap_in(std::size_t index) {
  auto const& entry = entries_[index];
  auto const [above, name] = split_path(entry.path);
  auto parent = TRY(open_directory(root_.get(), above));
  auto own = std::to_string(index);
  auto creates = entry.before.empty();
  auto renamed = entry.after.empty()
                     ? ::renameat2(parent.get(), name.c_str(), room_.get(), own.c_str(), RENAME_NOREPLACE)
                     : ::renameat2(room_.get(), own.c_str(), parent.get(), name.c_str(),
                                   creates ? RENAME_NOREPLACE : RENAME_EXCHANGE);
  if (renamed < 0 && (errno == EEXIST || errno == ENOENT))
    return fail(Fault::changed,
                entry.path + (creates ? " has appeared meanwhile" : " has disappeared meanwhile"));
  if (renamed < 0) return fail(errno_error("rename", entry.path));
  if (creates || TRY(digest_at(room_.get(), own)) == entry.before) return {};
  return fail(Fault::changed, entry.path + " was written at this moment");
}

/// False if somebody changed it since.
Result<bool> ChangeSet::swap_out(std::size_t index) {
  auto const& entry = entries_[index];
  auto own = std::to_string(index);
  auto in_room = TRY(digest_at(room_.get(), own));
  if (in_room == entry.after) return true; // never swapped in, or not yet out
  auto const [above, name] = split_path(entry.path);
  auto parent = open_directory(root_.get(), above);
  if (!parent && is_elsewhere(parent.error())) return entry.before.empty();
  if (!parent) return fail(std::move(parent).error());
  auto standing = TRY(digest_at(parent->get(), name));
  // already restored, or changed by somebody else
  if (standing != entry.after) return standing == entry.before;
  auto creates = entry.before.empty();
  auto renamed = creates
                     ? ::renameat2(parent->get(), name.c_str(), room_.get(), own.c_str(), RENAME_NOREPLACE)
                     : ::renameat2(room_.get(), own.c_str(), parent->get(), name.c_str(),
                                   entry.after.empty() ? RENAME_NOREPLACE : RENAME_EXCHANGE);
  if (renamed < 0) return fail(errno_error("rename", entry.path));
  if (entry.after.empty() || TRY(digest_at(room_.get(), own)) == entry.after) return true;
  // Somebody wrote it at the same moment: theirs goes back.
  ::renameat2(room_.get(), own.c_str(), parent->get(), name.c_str(),
              creates ? RENAME_NOREPLACE : RENAME_EXCHANGE);
  return false;
}

Result<void> ChangeSet::sync_parents() {
  std::set<std::string> parents;
  for (auto const& entry : entries_)
    parents.insert(split_path(entry.path).parent);
  for (auto const& path : parents) {
    auto parent = open_directory(root_.get(), path);
    if (!parent && is_elsewhere(parent.error())) continue;
    TRY(sync_directory(TRY(std::move(parent)).get()));
  }
  return {};
}

Result<void> ChangeSet::keep() {
  for (auto const& directory : intent_.unneeded | std::views::reverse)
    TRY(remove_directory(root_.get(), directory));
  return leave();
}

Result<std::vector<std::string>> ChangeSet::undo() {
  std::vector<std::string> left;
  if (room_)
    for (auto i = entries_.size(); i-- > 0;)
      if (!TRY(swap_out(i))) left.push_back(entries_[i].path);
  TRY(sync_parents());
  for (auto const& directory : made_ | std::views::reverse)
    TRY(remove_directory(root_.get(), directory));
  TRY(leave());
  return left;
}

/// Removes the intent last: until then recovery has all information.
Result<void> ChangeSet::leave() {
  if (room_) {
    for (auto const& name : TRY(list_directory(room_.get(), most_names)))
      if (name != intent_name) TRY(remove_name(room_.get(), name));
    TRY(sync_directory(room_.get()));
    TRY(remove_name(room_.get(), intent_name));
  }
  if (::unlinkat(root_.get(), layout::change_room.c_str(), AT_REMOVEDIR) < 0 && errno != ENOENT)
    return fail(errno_error("remove", layout::change_room));
  room_.reset();
  return sync_directory(root_.get());
}

} // namespace artifactd
