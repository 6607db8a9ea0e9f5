#include "state/session/entered_session.hpp"

#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// The id the kernel shows for users unknown to this user namespace. (If /proc/sys sets another, such a user
/// is recognised because switching to it fails.)
constexpr uid_t unknown_user = 65534;

constexpr std::size_t most_looked_at = 100'000;
constexpr unsigned deepest = 3; ///< artifacts/<agent>/<file>
constexpr unsigned most_former = 100;

bool others_may_write(Stamp const& stamp) noexcept {
  // An access list that lets others write shows in the group bits, which are its mask.
  return !S_ISLNK(stamp.mode) && (stamp.mode & (S_IWGRP | S_IWOTH)) != 0;
}

bool is_settled_name(std::string const& name, Kinds const& kinds) {
  if (name == layout::graph || name == layout::knowledge || name == layout::home || name == layout::mutex)
    return true;
  auto const form = parse_signal_file(name, kinds).form;
  if (form != SignalForm::none && form != SignalForm::unknown_kind) return true;
  return std::ranges::any_of(kinds, [&](Kind const& each) {
    return std::ranges::find(each.traits().names, name) != each.traits().names.end();
  });
}

/// The first entry found that belongs to a user other than root or that others may write; empty if none.
Result<std::string> foreign_below(int directory, std::string const& path, unsigned depth,
                                  std::size_t& looked_at, Kinds const& kinds) {
  for (auto const& name : TRY(list_directory(directory, most_looked_at))) {
    if (path.empty() && !is_settled_name(name, kinds)) continue;
    auto below = path.empty() ? name : path + "/" + name;
    if (++looked_at > most_looked_at) return below;
    auto stamp = stamp_at(directory, name);
    if (!stamp && stamp.error().fault == Fault::missing) continue;
    if (!stamp) return fail(std::move(stamp).error());
    if (stamp->owner != 0 || others_may_write(*stamp)) return below;
    if (!S_ISDIR(stamp->mode) || depth == deepest) continue;
    auto child = open_directory(directory, name);
    // On another file system, or gone: no settling follows it, and settling reports it itself.
    if (!child && (child.error().fault == Fault::unsafe || child.error().fault == Fault::missing)) continue;
    if (!child) return fail(std::move(child).error());
    if (auto found = TRY(foreign_below(child->get(), below, depth + 1, looked_at, kinds)); !found.empty())
      return found;
  }
  return "";
}

Result<void> only_root_writes(int directory, Stamp const& stamp, std::string const& shown,
                              Kinds const& kinds) {
  std::size_t looked_at = 0;
  auto found = others_may_write(stamp) ? "." : TRY(foreign_below(directory, "", 1, looked_at, kinds));
  if (found.empty()) return {};
  return fail(
      Fault::denied,
      fmt::format(
          "session.owner: {} belongs to root, but others own or may write {} in it, and artifactd does not "
          "lend them root's rights. While no agent is working, give the session to the user the agents "
          "run as: chown -R AGENT {}",
          shown, found == "." ? "names" : printable(found), shown));
}

Error unknown_owner(std::string const& shown) {
  return {
      Fault::denied,
      fmt::format("session.owner: {} belongs to user {}, which stands for all users unknown here. artifactd "
                  "does not act for it (docs/ownership.md). Run artifactd where the owner is "
                  "known, or give the session to a known user: chown -R AGENT {}",
                  shown, unknown_user, shown)};
}

std::optional<unsigned> former_number(std::string_view name) noexcept {
  if (!name.starts_with(layout::former_home)) return std::nullopt;
  name.remove_prefix(layout::former_home.size());
  unsigned number = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

/// A failure here is reported by the first operation that needs the directory.
void put_former_home_aside(int directory) {
  auto home = stamp_at(directory, layout::home);
  if (!home || home->owner != 0 || !S_ISDIR(home->mode)) return;
  if (::faccessat(directory, layout::home.c_str(), W_OK | X_OK, AT_EACCESS) == 0) return;
  for (unsigned number = 1; number <= most_former; ++number) {
    auto aside = layout::former_home + std::to_string(number);
    if (::renameat2(directory, layout::home.c_str(), directory, aside.c_str(), RENAME_NOREPLACE) == 0 ||
        errno != EEXIST)
      return;
  }
}

} // namespace

Result<EnteredSession> enter_session(int place, std::string shown, Kinds const& kinds) {
  auto const seen = TRY(stamp_of(place));
  auto const is_root = ::geteuid() == 0;
  if (is_root && seen.owner == unknown_user) return fail(unknown_owner(shown));
  auto const ours = !is_root || seen.owner == 0;
  auto scope = ours ? SessionScope::none() : TRY(SessionScope::enter(TRY(session_identity(seen))));
  auto opened = open_directory(place, ".");
  if (!opened && opened.error().code == EACCES) return fail(session_closed(seen, shown));
  auto directory = TRY(std::move(opened));
  auto const stamp = is_root ? TRY(stamp_of(directory.get())) : seen;
  if (stamp.owner != seen.owner || stamp.group != seen.group)
    return fail(Fault::changed, shown + " changed owner while it was opened");
  if (is_root && stamp.owner == 0) TRY(only_root_writes(directory.get(), stamp, shown, kinds));
  if (!is_root || !ours) put_former_home_aside(directory.get());
  return EnteredSession{std::move(scope), Session::over(std::move(directory), stamp, std::move(shown))};
}

Result<EnteredSession> enter_session(std::string const& path, Kinds const& kinds) {
  UniqueFd place;
  as_self([&] { place = UniqueFd(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)); });
  if (!place) return fail(errno_error("open", path));
  auto shown = path_of(place.get()).value_or(path);
  return enter_session(place.get(), std::move(shown), kinds);
}

Result<std::vector<std::string>> former_homes(Session const& session) {
  auto names = TRY(list_directory(session.directory(), most_looked_at));
  std::erase_if(names, [](std::string const& name) { return !former_number(name); });
  return names;
}

} // namespace artifactd
