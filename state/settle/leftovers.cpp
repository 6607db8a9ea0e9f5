#include "state/settle/leftovers.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/mutex_dir.hpp"
#include "state/settle/retire.hpp"
#include "state/settle/staged.hpp"

#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

enum class Remains : std::uint8_t { unpublished, replaced, foreign };

Remains judge(Stamp const& stamp, SwapName const& name) {
  if (stamp.inode == name.own) return Remains::unpublished;
  if (name.is_base(stamp)) return Remains::replaced;
  return Remains::foreign;
}

Result<void> clear_swap(Session const& session, Place const& place, int work, std::string const& name,
                        SwapName const& inodes, Recovered& recovered) {
  auto const stamp = TRY(unless_missing(stamp_at(work, name)));
  if (!stamp) return {};
  if (!S_ISREG(stamp->mode)) return remove_name(work, name);
  switch (judge(*stamp, inodes)) {
  case Remains::unpublished:
    return remove_name(work, name);
  case Remains::replaced:
    TRY(sync_directory(place.directory.get())); // a kill may have preceded the exchange's own sync
    recovered.archived.push_back(TRY(TRY(Generations::open(session)).archive(work, name, Origin::own)));
    return {};
  case Remains::foreign:
    TRY(sync_directory(place.directory.get()));
    recovered.foreign.push_back(name);
    return {};
  }
  return {};
}

/// `<swap name>.old`, the second name of the base on a file system without EXCHANGE.
Result<void> clear_old_link(Session const& session, int work, std::string const& name) {
  auto const stamp = TRY(unless_missing(stamp_at(work, name)));
  if (!stamp) return {};
  if (is_plain_file(*stamp)) {
    TRY(TRY(Generations::open(session)).archive(work, name, Origin::own));
    return {};
  }
  return remove_name(work, name);
}

Result<void> remove_unknown(int work, std::string const& name) {
  if (::unlinkat(work, name.c_str(), 0) == 0) return {};
  ::unlinkat(work, name.c_str(),
             AT_REMOVEDIR); // a planted directory with content stays: it does no harm
  return {};
}

/// Another tool's lock with files in it, which a killed process moved aside, is kept as it would have been.
Result<void> remove_directory(Session const& session, int work, std::string const& name, Stamp const& stamp) {
  if (::unlinkat(work, name.c_str(), AT_REMOVEDIR) == 0 || !name.starts_with("stale-")) return {};
  auto const kept = fmt::format("{}{:x}.{:x}", layout::kept_mutex, stamp.inode, stamp.changed_ns);
  ::renameat2(work, name.c_str(), session.directory(), kept.c_str(), RENAME_NOREPLACE);
  return {};
}

Result<void> clear_one(Claim const& claim, Session const& session, Place const& place, int work,
                       std::string const& name, Recovered& recovered) {
  auto const stamp = TRY(unless_missing(stamp_at(work, name)));
  if (!stamp) return {}; // a temporary that was renamed meanwhile
  if (S_ISDIR(stamp->mode)) return remove_directory(session, work, name, *stamp); // we leave only files
  if (auto in_flight = parse_in_flight(name)) return finish_retiring(claim, session, work, name, *in_flight);
  if (auto inodes = parse_swap_name(place.tag, name))
    return clear_swap(session, place, work, name, *inodes, recovered);
  auto stem = std::string_view(name);
  if (stem.ends_with(".old") && parse_swap_name(place.tag, stem.substr(0, stem.size() - 4)))
    return clear_old_link(session, work, name);
  if (is_swap_name(name)) return {}; // of another document, whose kind handles it
  return remove_unknown(work, name);
}

} // namespace

Result<WorkDirectory> open_work(Session const& session) {
  constexpr std::size_t most_names = 100'000;
  auto directory = session.existing_directory(layout::work);
  if (!directory && directory.error().fault == Fault::missing) return WorkDirectory{};
  if (!directory) return fail(std::move(directory).error());
  auto names = TRY(list_directory(directory->get(), most_names));
  return WorkDirectory{*std::move(directory), std::move(names)};
}

Result<bool> has_leftovers(Session const& session) {
  if (stamp_at(session.directory(), layout::change_room)) return true;
  return has_clearable_leftovers(session);
}

Result<bool> has_clearable_leftovers(Session const& session) {
  if (stamp_at(session.directory(), layout::mutex + "/" + layout::mutex_marker)) return true;
  return has_unfinished_work(session);
}

Result<bool> has_unfinished_work(Session const& session) {
  return !TRY(open_work(session)).names.empty();
}

Result<Recovered> clear_leftovers(Claim const& claim, Session const& session, Place const& place) {
  Recovered recovered;
  TRY(reclaim_mutex(session));
  auto const work = TRY(open_work(session));
  for (auto const& name : work.names)
    TRY(clear_one(claim, session, place, work.directory.get(), name, recovered));
  return recovered;
}

} // namespace artifactd
