#include "daemon/backup/tree_copy.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>

namespace artifactd::backup {

namespace {

using Treatment = TreeRules::Treatment;

constexpr std::uint64_t small = std::uint64_t{1} << 20; ///< copied in less than a millisecond
constexpr std::uint64_t largest_now = std::uint64_t{64} << 20;
constexpr std::uint64_t largest = std::uint64_t{1} << 40;
constexpr std::size_t most_open = 256;
constexpr std::size_t most_entries = 200'000; ///< in one directory
constexpr unsigned deepest = 64;
constexpr int most_tries = 4;
constexpr auto between_tries = std::chrono::milliseconds(50);
constexpr std::size_t piece_bytes = std::size_t{256} << 10;
constexpr std::size_t longest_attributes = std::size_t{64} << 10;

std::string_view what_it_is(mode_t mode) noexcept {
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

/// user.* only: others are the kernel's and the system's.
std::map<std::string, std::string> attributes_of(int file) {
  std::map<std::string, std::string> found;
  std::array<char, longest_attributes> names;
  auto const listed = ::flistxattr(file, names.data(), names.size());
  std::string_view rest(names.data(), listed < 0 ? 0 : static_cast<std::size_t>(listed));
  std::array<char, longest_attributes> value;
  while (!rest.empty()) {
    std::string const name(rest.substr(0, rest.find('\0')));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    if (!name.starts_with("user.")) continue;
    auto const size = ::fgetxattr(file, name.c_str(), value.data(), value.size());
    if (size >= 0) found.emplace(name, std::string(value.data(), static_cast<std::size_t>(size)));
  }
  return found;
}

bool is_zero(std::string_view piece) noexcept {
  return piece.find_first_not_of('\0') == piece.npos;
}

/// Its size; holes stay holes. At most `largest`.
Result<std::uint64_t> append(int from, int to, std::uint64_t offset) {
  if (::ftruncate(to, static_cast<off_t>(offset)) != 0) // what an earlier try left
    return fail(errno_error("write", "a copy beside the archive"));
  std::vector<char> piece(piece_bytes);
  std::uint64_t at = 0;
  for (;;) {
    auto const got = ::pread(from, piece.data(), piece.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", "a file"));
    std::string_view rest(piece.data(), static_cast<std::size_t>(got));
    if (rest.empty() || at > largest) break;
    auto into = static_cast<off_t>(offset + at);
    at += rest.size();
    while (!rest.empty() && !is_zero(rest)) {
      auto const written = ::pwrite(to, rest.data(), rest.size(), into);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return fail(errno_error("write", "a copy beside the archive"));
      rest.remove_prefix(static_cast<std::size_t>(written));
      into += written;
    }
  }
  if (::ftruncate(to, static_cast<off_t>(offset + at)) != 0)
    return fail(errno_error("write", "a copy beside the archive"));
  return at;
}

bool ends_the_backup(Fault fault) noexcept {
  return fault == Fault::no_space || fault == Fault::exhausted;
}

} // namespace

Entry TreeCopy::described(std::string path, Stamp const& stamp, int file) {
  auto const is_file = S_ISREG(stamp.mode);
  return {.path = std::move(path),
          .what = is_file ? Entry::What::file : Entry::What::directory,
          .size = is_file ? stamp.size : 0,
          .mode = stamp.mode & (is_file ? 0777U : 03777U),
          .owner = stamp.owner,
          .group = stamp.group,
          .owner_name = names_.of_user(stamp.owner),
          .group_name = names_.of_group(stamp.group),
          .modified_ns = stamp.modified_ns,
          .attributes = attributes_of(file)};
}

Result<void> TreeCopy::take(int directory, std::string const& folder, TreeRules const& rules) {
  if (!spool_) spool_ = TRY(staging_.nameless_file());
  auto const stamp = TRY(stamp_of(directory));
  entries.push_back({.entry = described(folder, stamp, directory)});
  return take_directory({folder, rules, stamp.device}, directory, "", 0);
}

Result<void> TreeCopy::take_directory(Walk const& walk, int directory, std::string const& path,
                                      unsigned depth) {
  auto names = list_directory(directory, most_entries);
  if (!names) {
    missing.push_back({walk.folder + "/" + path, names.error().message});
    return {};
  }
  std::ranges::sort(*names);
  for (auto const& name : *names)
    TRY(take_name(walk, directory, name, path.empty() ? name : path + "/" + name, depth + 1));
  return {};
}

Result<void> TreeCopy::take_name(Walk const& walk, int directory, std::string const& name,
                                 std::string const& path, unsigned depth) {
  auto const treatment = walk.rules.treatment ? walk.rules.treatment(path) : Treatment::usual;
  auto const shown = walk.folder + "/" + path;
  auto const stamp = stamp_at(directory, name);
  if (treatment == Treatment::skip || (!stamp && stamp.error().fault == Fault::missing)) return {};
  if (!stamp) return missing.push_back({shown, stamp.error().message}), Result<void>();
  if (!is_path_below(shown)) return missing.push_back({shown, "its path is too long"}), Result<void>();
  if (S_ISREG(stamp->mode)) return take_file(walk, directory, name, path, treatment);
  if (!S_ISDIR(stamp->mode))
    return left_out.push_back({shown, std::string(what_it_is(stamp->mode))}), Result<void>();
  if (depth > deepest) return missing.push_back({shown, "it is too deep"}), Result<void>();
  auto const below = open_directory(directory, name);
  if (!below && below.error().fault == Fault::missing) return {};
  if (stamp->device != walk.device || (!below && below.error().fault == Fault::unsafe))
    return left_out.push_back({shown, "another file system is mounted there"}), Result<void>();
  if (!below) return missing.push_back({shown, below.error().message}), Result<void>();
  entries.push_back({.entry = described(shown, TRY(stamp_of(below->get())), below->get())});
  if (treatment == Treatment::not_inside) return {};
  return take_directory(walk, below->get(), path, depth);
}

Result<void> TreeCopy::take_file(Walk const& walk, int directory, std::string const& name,
                                 std::string const& path, Treatment treatment) {
  auto const shown = walk.folder + "/" + path;
  auto file = open_beneath(directory, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file && file.error().fault == Fault::missing) return {};
  if (!file) return missing.push_back({shown, file.error().message}), Result<void>();
  auto const stamp = TRY(stamp_of(file->get()));
  if (!S_ISREG(stamp.mode)) return {}; // replaced meanwhile
  auto const is_secret = [&](Stamp const& secret) { return same_file(secret, stamp); };
  if (std::ranges::any_of(walk.rules.secrets, is_secret))
    return left_out.push_back({shown, "it holds a key"}), Result<void>();
  if (stamp.size > largest) return missing.push_back({shown, "it is larger than 1 TiB"}), Result<void>();
  CopiedEntry copied{.entry = described(shown, stamp, file->get()), .whole = treatment != Treatment::usual};
  auto const kept = keep(copied, *std::move(file), stamp, treatment);
  if (!kept && ends_the_backup(kept.error().fault)) return kept;
  if (!kept) return missing.push_back({shown, kept.error().message}), Result<void>();
  entries.push_back(std::move(copied));
  return {};
}

Result<void> TreeCopy::keep(CopiedEntry& copied, UniqueFd file, Stamp const& stamp, Treatment treatment) {
  auto const limit = treatment == Treatment::now ? largest_now : small;
  if (stamp.size <= limit || open_ >= most_open) return copy(file.get(), copied);
  ++open_;
  if (auto clone = TRY(cloned(file.get()))) {
    copied.entry.size = TRY(stamp_of(clone.get())).size;
    copied.source = std::move(clone);
    return {};
  }
  copied.later = true;
  copied.source = std::move(file);
  return {};
}

Result<UniqueFd> TreeCopy::cloned(int file) {
  if (!clones_) return UniqueFd();
  auto clone = TRY(staging_.nameless_file());
  if (::ioctl(clone.get(), FICLONE, file) == 0) return clone;
  clones_ = false;
  return UniqueFd();
}

Result<void> TreeCopy::copy(int file, CopiedEntry& copied) {
  for (int tries = 1;; ++tries) {
    auto const before = TRY(stamp_of(file));
    copied.offset = spooled_;
    copied.entry.size = TRY(append(file, spool_.get(), spooled_));
    copied.entry.modified_ns = before.modified_ns;
    auto const still = untouched(before, TRY(stamp_of(file)));
    if (still || tries == most_tries) {
      if (!still && copied.whole)
        missing.push_back({copied.entry.path, "it was written to all the time: its copy may be torn"});
      spooled_ += copied.entry.size;
      return {};
    }
    std::this_thread::sleep_for(between_tries);
  }
}

Result<void> TreeCopy::finish() {
  for (auto& each : entries) {
    if (!each.later) continue;
    each.later = false;
    auto const file = std::move(each.source);
    each.source = {};
    auto const done = copy(file.get(), each);
    if (!done && ends_the_backup(done.error().fault)) return done;
    if (!done) missing.push_back({std::exchange(each.entry.path, ""), done.error().message});
  }
  std::erase_if(entries, [](CopiedEntry const& each) { return each.entry.path.empty(); });
  return {};
}

} // namespace artifactd::backup
