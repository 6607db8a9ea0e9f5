#include "agents/state/guard.hpp"

#include "agents/state/state_kind.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/document.hpp"
#include "state/settle/instructions.hpp"
#include "state/settle/leftovers.hpp"
#include "state/settle/publish.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::tuning {

namespace {

/// A second name of the former state, if the file system does not support exchange.
constexpr std::string_view second_name = ".old";

Result<void> keep_former_refusal(Session const& session, StateHistory& history) {
  auto former = layout::refused(state_signal());
  auto const stamp = TRY(unless_missing(stamp_at(session.directory(), former)));
  if (!stamp) return {};
  if (S_ISREG(stamp->mode)) {
    TRY(history.take_in(session.directory(), former, Standing::refused));
    return {};
  }
  return remove_name(session.directory(), former);
}

/// What another program wrote in the last instant was swapped out: it is put back, and ours removed. A third
/// version that has replaced ours meanwhile goes into the history.
Result<void> give_back(Session const& session, int work, std::string const& name, std::uint64_t own) {
  if (::renameat2(work, name.c_str(), session.directory(), layout::tuning_state.c_str(), RENAME_EXCHANGE) < 0)
    return fail(errno_error("exchange", layout::tuning_state));
  if (TRY(stamp_at(work, name)).inode == own) return remove_name(work, name);
  TRY(TRY(StateHistory::open(session)).take_in(work, name, Standing::foreign));
  return {};
}

Result<void> forget_refusal(Session const& session) {
  TRY(remove_name(session.directory(), layout::instructions(state_signal())));
  return forget_attempts(session, state_signal());
}

Result<std::uint64_t> keep_good(Session const& session, StateHistory& history, std::string_view text,
                                Standing standing, StateBounds const& bounds) {
  TRY(keep_former_refusal(session, history));
  auto number = TRY(history.keep(text, standing));
  TRY(forget_refusal(session));
  TRY(history.prune(bounds));
  return number;
}

/// A state that was swapped out: goes into the history, unless it is the good one already there.
Result<void> put_by(StateHistory& history, int directory, std::string const& name,
                    std::optional<StateHistory::Good> const& good) {
  auto text = read_file(directory, name, longest_state);
  if (good && text && *text == *good->state.text) return remove_name(directory, name);
  TRY(history.take_in(directory, name, Standing::foreign));
  return {};
}

Result<void> recover_swap(Claim const& claim, Session const& session, int work, std::string const& name,
                          std::string_view tag, SwapName const& inodes) {
  auto stamp = TRY(stamp_at(work, name));
  if (!S_ISREG(stamp.mode) || stamp.inode == inodes.own) return remove_name(work, name);
  auto standing = stamp_at(session.directory(), layout::tuning_state);
  if (standing && standing->inode == stamp.inode) return remove_name(work, name); // its second name
  TRY(sync_directory(session.directory())); // the exchange may have been killed before its own sync
  if (inodes.is_base(stamp))
    return tag == layout::restore_tag ? set_aside(claim, session, work, name) : remove_name(work, name);
  if (standing && standing->inode == inodes.own && !name.ends_with(second_name))
    return give_back(session, work, name, inodes.own);
  TRY(TRY(StateHistory::open(session)).take_in(work, name, Standing::foreign));
  return {};
}

Result<void> recover_one(Claim const& claim, Session const& session, int work, std::string const& name) {
  std::string_view stem = name;
  if (stem.ends_with(second_name)) stem.remove_suffix(second_name.size());
  for (auto tag : {layout::update_tag, layout::restore_tag}) {
    if (auto inodes = parse_swap_name(tag, stem))
      return recover_swap(claim, session, work, name, tag, *inodes);
    if (stem.starts_with(unnamed_prefix(tag))) return remove_name(work, name);
  }
  return name.starts_with(write_prefix) ? remove_name(work, name) : Result<void>();
}

} // namespace

Result<std::uint64_t> accept_state(Claim const&, Session const& session, StateHistory& history,
                                   std::string_view text, StateBounds const& bounds) {
  auto const* good = history.newest_good();
  if (good != nullptr && history.text(*good).value_or("") == text) { // the same once more
    auto const number = good->number;
    TRY(keep_former_refusal(session, history));
    TRY(forget_refusal(session));
    return number;
  }
  return keep_good(session, history, text, Standing::accepted, bounds);
}

Result<bool> bring_back(Claim const& claim, Session const& session, StateHistory& history,
                        std::string_view text, StateBounds const& bounds) {
  auto good = TRY(history.last_good());
  auto const standing = TRY(unless_missing(stamp_at(session.directory(), layout::tuning_state)));
  // Kept first: if this is interrupted, the state in place is judged as a step from it.
  TRY(keep_good(session, history, text, Standing::restored, bounds));
  if (standing && !S_ISREG(standing->mode)) { // a link, a pipe: holds no data
    TRY(replace_file(session, layout::tuning_state, text));
    return true;
  }
  auto former = TRY(exchange_state(claim, session, layout::update_tag, standing, text));
  if (!former) return false;
  if (former->empty()) return true;
  auto work = TRY(session.private_directory(layout::work));
  TRY(put_by(history, work.get(), *former, good));
  return true;
}

Result<void> submit_refused(Claim const&, Session const& session) {
  auto history = TRY(StateHistory::open(session));
  auto good = TRY(history.last_good());
  auto refused = layout::refused(state_signal());
  auto const& name = layout::tuning_state;
  auto directory = session.directory();
  if (::renameat2(directory, refused.c_str(), directory, name.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno == ENOENT) return fail(Fault::missing, "there is no " + refused + " in " + session.shown());
  if (errno != EEXIST ||
      ::renameat2(directory, refused.c_str(), directory, name.c_str(), RENAME_EXCHANGE) < 0)
    return fail(errno_error("rename", refused));
  return put_by(history, directory, refused, good);
}

Result<std::optional<std::string>> exchange_state(Claim const&, Session const& session, std::string_view tag,
                                                  std::optional<Stamp> const& base, std::string_view text) {
  Place const place{HeldFd(session.directory()), layout::tuning_state, layout::tuning_state,
                    std::string(tag)};
  std::array const pieces = {text};
  auto swap = TRY(publish(session, place, base, pieces));
  if (swap.outcome == SwapOutcome::base_moved) return std::nullopt;
  if (swap.outcome == SwapOutcome::clean) return std::move(swap.old_name);
  auto work = TRY(session.private_directory(layout::work));
  auto const inodes = parse_swap_name(tag, swap.old_name);
  TRY(give_back(session, work.get(), swap.old_name, inodes ? inodes->own : 0));
  return std::nullopt;
}

Result<void> set_aside(Claim const&, Session const& session, int work, std::string const& name) {
  auto history = TRY(StateHistory::open(session));
  TRY(keep_former_refusal(session, history));
  auto refused = layout::refused(state_signal());
  if (::renameat2(work, name.c_str(), session.directory(), refused.c_str(), RENAME_NOREPLACE) < 0)
    return fail(errno_error("rename", refused));
  return sync_directory(session.directory());
}

Result<void> put_refused_by(Claim const&, Session const& session) {
  auto history = TRY(StateHistory::open(session));
  return keep_former_refusal(session, history);
}

Result<void> copy_refused(Claim const&, Session const& session) {
  auto text = read_file(session.directory(), layout::refused(state_signal()), longest_state);
  if (!text && text.error().fault == Fault::missing) return {};
  auto history = TRY(StateHistory::open(session));
  TRY(history.keep(TRY(std::move(text)), Standing::refused));
  return {};
}

bool ends_refusal(Session const& session, Stamp const& state) {
  auto const refused = stamp_at(session.directory(), layout::refused(state_signal()));
  if (refused) return written_since(state, *refused);
  auto const instructions = read_instructions(session.directory(), state_signal());
  return instructions && about_document_in_place(*instructions);
}

Result<void> recover_state(Claim const& claim, Session const& session) {
  auto const work = TRY(open_work(session));
  for (auto const& name : work.names)
    TRY(recover_one(claim, session, work.directory.get(), name));
  return {};
}

} // namespace artifactd::tuning
