#include "daemon/service/root_claims.hpp"

#include "state/platform/stamp.hpp"
#include "state/vocabulary/names.hpp"
#include "watchers/session_key.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <optional>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

std::string file_name(Stamp const& directory, unsigned depth) {
  return fmt::format("artifactd-root-{}-{}-{}", directory.device, directory.inode, depth);
}

/// The files whose locks claim the sessions of a root: its own, then those of the directories above it, which
/// reach the same sessions if they are roots with a greater depth. Empty if the root is not there.
std::vector<std::string> names_for(ServedRoot const& root) {
  auto const directory = open_trusted_directory(root.path);
  auto at = directory ? stamp_of(directory->get()) : Result<Stamp>(fail(directory.error()));
  if (!at) return {};
  std::vector<std::string> names{file_name(*at, root.depth)};
  auto path = path_of(directory->get()).value_or("/");
  std::string up = "..";
  for (auto depth = root.depth + 1; path.size() > 1; ++depth, up += "/..") {
    auto const [parent, name] = split_path(path);
    auto const above = stamp_at(directory->get(), up);
    // A walk from above enters neither hidden directories nor other file systems.
    if (!is_watched_name(name) || !above || above->device != at->device) break;
    names.push_back(file_name(*above, depth));
    path = parent;
  }
  return names;
}

Result<UniqueFd> open_claim(int place, std::string const& name) {
  auto file = TRY(open_beneath(place, name, O_RDONLY | O_NONBLOCK));
  if (!S_ISREG(TRY(stamp_of(file.get())).mode)) return fail(Fault::unsafe, name + ": not a regular file");
  return file;
}

Result<UniqueFd> make_claim(int place, std::string const& name) {
  auto file = TRY(open_beneath(place, name, O_RDONLY | O_CREAT | O_EXCL, 0444));
  // An artifactd of another user has to open it, whatever the umask.
  if (::fchmod(file.get(), 0444) < 0) return fail(errno_error("chmod", name));
  return file;
}

bool is_in_place(int place, std::string const& name, int file) {
  auto const held = stamp_of(file);
  auto const present = stamp_at(place, name);
  return held && present && same_file(*held, *present);
}

/// Fault::busy: another descriptor has the lock.
Result<UniqueFd> claim(int place, std::string const& name) {
  auto file = open_claim(place, name);
  if (!file && file.error().fault == Fault::missing) file = make_claim(place, name);
  if (!file) return file;
  if (::flock(file->get(), LOCK_EX | LOCK_NB) < 0) {
    if (errno == EWOULDBLOCK) return fail(Fault::busy, name);
    return fail(errno_error("lock", name));
  }
  // Its former holder may have removed it in between.
  if (!is_in_place(place, name, file->get())) return fail(Fault::changed, name);
  return file;
}

bool is_claimed(int place, std::string const& name) {
  auto const file = open_claim(place, name);
  return file && ::flock(file->get(), LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
}

std::string trouble(std::string const& root, std::string const& file) {
  return fmt::format("root.shared: another artifactd serves sessions below {}, too, each with its own "
                     "configuration and journal; stop one of them (fuser -v {} names it), or give it another "
                     "root",
                     printable(root), file);
}

} // namespace

RootClaims::~RootClaims() {
  renew({});
}

void RootClaims::release(int place, std::string const& name, UniqueFd const& held) {
  if (is_in_place(place, name, held.get())) ::unlinkat(place, name.c_str(), 0);
}

void RootClaims::renew(std::vector<ServedRoot> const& roots) {
  troubles_.clear();
  auto const place = open_trusted_directory(place_);
  if (!place) return;
  std::vector<std::pair<std::string, std::vector<std::string>>> wanted;
  std::set<std::string> own;
  for (auto const& root : roots)
    if (auto names = names_for(root); !names.empty()) {
      own.insert(names.front());
      wanted.emplace_back(root.path, std::move(names));
    }
  std::erase_if(held_, [&](auto const& each) {
    auto const& [name, file] = each;
    if (own.contains(name) && is_in_place(place->get(), name, file.get())) return false;
    release(place->get(), name, file);
    return true;
  });
  for (auto const& [root, names] : wanted) {
    std::optional<std::string> taken;
    for (auto const& name : names) {
      if (held_.contains(name)) continue;
      if (!own.contains(name)) {
        if (is_claimed(place->get(), name)) taken = name;
      } else if (auto got = claim(place->get(), name)) {
        held_.emplace(name, *std::move(got));
      } else if (got.error().fault == Fault::busy) {
        taken = name;
      }
    }
    if (taken) troubles_.push_back(trouble(root, place_ + '/' + *taken));
  }
}

} // namespace artifactd
