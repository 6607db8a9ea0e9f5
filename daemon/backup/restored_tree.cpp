#include "daemon/backup/restored_tree.hpp"

#include "state/platform/digest.hpp"
#include "state/platform/private_directory.hpp"
#include "state/session/atomic_file.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace artifactd::backup {

namespace {

constexpr std::int64_t second = 1'000'000'000;

Result<void> write_or_skip(int file, std::string_view piece, std::string const& path) {
  if (piece.find_first_not_of('\0') != piece.npos) return write_all(file, piece);
  // A hole, as it probably was: ftruncate() makes the last one.
  if (::lseek(file, static_cast<off_t>(piece.size()), SEEK_CUR) < 0) return fail(errno_error("seek", path));
  return {};
}

} // namespace

RestoredTree::RestoredTree(UniqueFd directory, std::string path)
    : directory_(std::move(directory)), path_(std::move(path)), is_root_(::geteuid() == 0),
      own_user_(::geteuid()) {}

Result<void> RestoredTree::expect_empty(std::string const& path) {
  auto const standing = open_trusted_directory(path);
  if (!standing && standing.error().fault != Fault::missing) return fail(standing.error());
  if (standing && !list_directory(standing->get(), 0))
    return fail(Fault::exists, printable(path) + " is not empty: name a directory that is, or a new one");
  return {};
}

Result<RestoredTree> RestoredTree::in(std::string const& path) {
  TRY(expect_empty(path));
  // Services run as others, who have to pass through.
  auto directory = TRY(make_private_directory(path, for_passing));
  auto const stamp = TRY(stamp_of(directory.get()));
  if (stamp.owner != ::geteuid())
    return fail(Fault::unsafe, printable(path) + " belongs to somebody else: name a new directory");
  auto resolved = path_of(directory.get());
  if (!resolved) return fail(Fault::unsupported, "/proc is needed");
  return RestoredTree(std::move(directory), *std::move(resolved));
}

uid_t RestoredTree::owner_of(Entry const& entry) {
  return is_root_ ? ids_.of_user(entry.owner_name, entry.owner) : own_user_;
}

Result<void> RestoredTree::add_directory(Entry const& entry) {
  auto const [parent, name] = split_path(entry.path);
  auto const above = TRY(open_directory(directory_.get(), parent));
  if (::mkdirat(above.get(), name.c_str(), 0700) != 0) return fail(errno_error("create", entry.path));
  directories_.push_back(entry);
  return {};
}

Result<UniqueFd> RestoredTree::new_file(Entry const& entry) {
  return open_beneath(directory_.get(), entry.path, O_WRONLY | O_CREAT | O_EXCL, 0600);
}

Result<void> RestoredTree::describe(int file, Entry const& entry) {
  for (auto const& [name, value] : entry.attributes) {
    auto const set = ::fsetxattr(file, name.c_str(), value.data(), value.size(), 0);
    if (set != 0 && errno != ENOTSUP) return fail(errno_error("set an attribute of", entry.path));
  }
  if (is_root_ && ::fchown(file, owner_of(entry), ids_.of_group(entry.group_name, entry.group)) != 0)
    return fail(errno_error("chown", entry.path));
  if (::fchmod(file, entry.mode) != 0) return fail(errno_error("chmod", entry.path));
  timespec const at{.tv_sec = entry.modified_ns / second, .tv_nsec = entry.modified_ns % second};
  std::array const times{at, at};
  if (::futimens(file, times.data()) != 0) return fail(errno_error("set the time of", entry.path));
  return {};
}

Result<void> RestoredTree::add_file(Entry const& entry, ArchiveReader& reader,
                                    std::function<bool(std::size_t)> const& read) {
  auto const file = TRY(new_file(entry));
  ByteDigest digest;
  std::uint64_t size = 0;
  for (auto piece = TRY(reader.read()); !piece.empty(); piece = TRY(reader.read())) {
    digest.add(piece);
    size += piece.size();
    TRY(write_or_skip(file.get(), piece, entry.path));
    if (!read(piece.size())) return fail(Fault::changed, "interrupted");
  }
  if (::ftruncate(file.get(), static_cast<off_t>(size)) != 0) return fail(errno_error("write", entry.path));
  if (size != entry.size || digest.hex() != entry.sha256)
    return fail(Fault::invalid, printable(entry.path) +
                                    " is not what the manifest says: the archive changed while it was read");
  return describe(file.get(), entry);
}

Result<void> RestoredTree::add_text(Entry const& entry, std::string_view bytes) {
  auto const file = TRY(new_file(entry));
  TRY(write_all(file.get(), bytes));
  return describe(file.get(), entry);
}

Result<void> RestoredTree::seal() {
  std::ranges::stable_sort(directories_, std::greater(),
                           [](Entry const& each) { return std::ranges::count(each.path, '/'); });
  for (auto const& each : directories_)
    TRY(describe(TRY(open_directory(directory_.get(), each.path)).get(), each));
  directories_.clear();
  return {};
}

Result<void> RestoredTree::sync() const {
  if (::syncfs(directory_.get()) != 0) return fail(errno_error("sync", path_));
  return sync_directory(TRY(open_trusted_directory(path_ + "/..")).get());
}

} // namespace artifactd::backup
