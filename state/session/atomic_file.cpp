#include "state/session/atomic_file.hpp"

#include "state/platform/access_list.hpp"
#include "state/session/file_parts.hpp"
#include "state/session/renaming.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// Recovery removes the temporaries of processes that write without the claim. It runs once for each claim.
constexpr int most_tries = 10;

struct SplitPath {
  std::string parent;
  std::string name;
};

SplitPath split(std::string const& path) {
  auto slash = path.rfind('/');
  if (slash == path.npos) return {".", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

std::string fresh_name() {
  static std::atomic<unsigned> count = 0;
  return fmt::format("{}{}.{}", write_prefix, ::getpid(), ++count);
}

/// Owner and group first: changing the owner may clear bits of the mode.
Result<void> take_after(int fd, Stamp const& former) {
  if (::fchown(fd, former.owner, former.group) < 0 && errno != EPERM)
    return fail(errno_error("chown", "new file"));
  if (::fchmod(fd, former.mode & 0777) < 0) return fail(errno_error("chmod", "new file"));
  return {};
}

using Write = std::function<Result<void>(int)>;

/// The name that the new file gets.
struct Target {
  int directory;
  std::string const& name;
};

Result<void> write_durably(Session const& session, int fd, Write const& write, Target target,
                           Stamp const* former) {
  TRY(write(fd));
  TRY(adopt(fd, session, session.file_mode()));
  if (former != nullptr) {
    TRY(take_after(fd, *former));
    TRY(copy_access_list(target.directory, target.name, fd));
  }
  if (::fsync(fd) < 0) return fail(errno_error("fsync", "new file"));
  return {};
}

enum class Replaced : std::uint8_t { yes, temporary_removed };

Result<Replaced> try_to_replace(Session const& session, std::string const& path, Write const& write,
                                Stamp const* former) {
  auto work = TRY(session.kept_directory(layout::work));
  auto [parent_path, name] = split(path);
  auto parent = TRY(open_directory(session.directory(), parent_path));
  auto temporary = fresh_name();
  auto file = open_beneath(work.get(), temporary, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (!file && file.error().code != 0) return fail(errno_error("write", path, file.error().code));
  if (!file) return fail(std::move(file).error());
  auto written = write_durably(session, file->get(), write, {parent.get(), name}, former);
  if (written && ::renameat(work.get(), temporary.c_str(), parent.get(), name.c_str()) < 0) {
    if (errno == ENOENT && TRY(stamp_of(file->get())).links == 0) return Replaced::temporary_removed;
    written = fail(errno_error("rename", path));
  }
  if (!written) {
    ::unlinkat(work.get(), temporary.c_str(), 0);
    if (written.error().code == EISDIR) return fail(in_the_way(session, path, "a file"));
    return fail(std::move(written).error().within("writing " + path));
  }
  TRY(sync_directory(parent.get()));
  return Replaced::yes;
}

Result<void> replace(Session const& session, std::string const& path, Write const& write,
                     Stamp const* former) {
  for (int tries = 0; tries < most_tries; ++tries)
    if (TRY(try_to_replace(session, path, write, former)) == Replaced::yes) return {};
  return fail(Fault::busy,
              fmt::format("writing {}: other processes removed its temporary {} times", path, most_tries));
}

} // namespace

Result<void> replace_file(Session const& session, std::string const& path, std::string_view bytes) {
  return replace_file_by(session, path, [&](int file) { return write_all(file, bytes); });
}

Result<void> replace_file_by(Session const& session, std::string const& path,
                             std::function<Result<void>(int)> const& write) {
  return replace(session, path, write, nullptr);
}

Result<void> replace_file_like(Session const& session, std::string const& path, std::string_view bytes,
                               Stamp const& former) {
  return replace(session, path, [&](int file) { return write_all(file, bytes); }, &former);
}

Result<std::string> read_file(int directory, std::string const& path, std::size_t limit) {
  auto file = TRY(open_beneath(directory, path, O_RDONLY | O_NONBLOCK));
  return read_whole(file.get(), path, limit);
}

Result<std::string> read_whole(int file, std::string const& path, std::size_t limit) {
  auto stamp = TRY(stamp_of(file));
  if (!S_ISREG(stamp.mode)) return fail(Fault::unsafe, path + " is not a regular file");
  if (stamp.size > limit)
    return fail(Fault::too_large, fmt::format("{} is larger than {} bytes", path, limit));
  auto bytes = TRY(read_part(file, path, 0, stamp.size + 1, stamp.size)); // one more, to detect growth
  if (bytes.size() > stamp.size) return fail(Fault::changed, path + " grew while it was read");
  return bytes;
}

Result<std::string> read_start(int file, std::string const& path, std::size_t size) {
  auto bytes = TRY(read_part(file, path, 0, size));
  if (bytes.size() < size) return fail(Fault::changed, path + " shrank while it was read");
  return bytes;
}

Result<bool> begins_with(int file, std::string const& path, std::string_view bytes) {
  std::array<char, 64 * 1024> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): read into
  for (std::size_t at = 0; at < bytes.size();) {
    auto const wanted = std::min(piece.size(), bytes.size() - at);
    auto const got = ::pread(file, piece.data(), wanted, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", path));
    auto const size = static_cast<std::size_t>(got);
    if (size == 0 || bytes.substr(at, size) != std::string_view(piece.data(), size)) return false;
    at += size;
  }
  return true;
}

Result<void> write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    auto put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(errno_error("write", "file"));
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> write_all(int fd, std::span<std::string_view const> pieces) {
  std::array<iovec, 64> batch;
  std::size_t next = 0;
  std::size_t offset = 0; // already written of pieces[next]
  while (next < pieces.size()) {
    std::size_t count = 0;
    for (auto i = next; i < pieces.size() && count < batch.size(); ++i, ++count) {
      auto rest = i == next ? pieces[i].substr(offset) : pieces[i];
      batch[count] = {const_cast<char*>(rest.data()), rest.size()};
    }
    auto put = ::writev(fd, batch.data(), static_cast<int>(count));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(errno_error("write", "file"));
    auto advanced = static_cast<std::size_t>(put) + offset;
    while (next < pieces.size() && advanced >= pieces[next].size())
      advanced -= pieces[next++].size();
    offset = advanced;
  }
  return {};
}

Result<void> remove_name(int directory, std::string const& path) {
  auto const [parent, name] = split(path);
  UniqueFd below;
  if (parent != ".") {
    auto opened = TRY(unless_missing(open_beneath(directory, parent, O_PATH | O_DIRECTORY)));
    if (!opened) return {};
    below = *std::move(opened);
  }
  if (::unlinkat(below ? below.get() : directory, name.c_str(), 0) < 0 && errno != ENOENT)
    return fail(errno_error("remove", path));
  return {};
}

Result<void> remove_if_file(int directory, std::string const& name) {
  auto removed = remove_name(directory, name);
  if (!removed && removed.error().code == EISDIR) return {};
  return removed;
}

} // namespace artifactd
