#include "agents/state/history.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/judge.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

constexpr std::array<std::string_view, 4> standing_words = {"accepted", "restored", "refused", "foreign"};
constexpr std::size_t listing_limit = 100'000;
constexpr std::uint64_t last_number = 999'999'999; // no run comes near it; larger numbers are forged

std::optional<StateVersion> parse_version(std::string const& name) {
  StateVersion version{0, Standing::accepted, name};
  auto [dash, error] = std::from_chars(name.data(), name.data() + name.size(), version.number);
  if (error != std::errc() || version.number > last_number) return std::nullopt;
  std::string_view const rest(dash, name.data() + name.size());
  for (std::size_t i = 0; i < standing_words.size(); ++i)
    if (rest == fmt::format("-{}.json", standing_words[i])) {
      version.standing = static_cast<Standing>(i);
      return version;
    }
  return std::nullopt;
}

/// Caused by somebody rather than by trouble of this machine: an older version must do.
bool is_damage(Error const& error) noexcept {
  return error.fault == Fault::missing || error.fault == Fault::unsafe || error.fault == Fault::too_large ||
         error.fault == Fault::changed;
}

} // namespace

std::string_view standing_word(Standing standing) noexcept {
  return standing_words[static_cast<std::size_t>(standing)];
}

Result<StateHistory> StateHistory::open(Session const& session) {
  StateHistory history(session);
  auto directory = open_directory(session.directory(), layout::states);
  if (!directory && directory.error().fault == Fault::missing) return history;
  history.directory_ = TRY(std::move(directory));
  for (auto const& name : TRY(list_directory(history.directory_.get(), listing_limit)))
    if (auto version = parse_version(name)) history.all_.push_back(*std::move(version));
  std::ranges::sort(history.all_, {},
                    [](StateVersion const& each) { return std::pair(each.number, each.name); });
  return history;
}

StateVersion const* StateHistory::find(std::uint64_t number) const noexcept {
  auto found = std::ranges::find(all_, number, &StateVersion::number);
  return found == all_.end() ? nullptr : &*found;
}

StateVersion const* StateHistory::newest_good() const noexcept {
  auto good = std::ranges::find_if(all_.rbegin(), all_.rend(),
                                   [](StateVersion const& each) { return is_good(each.standing); });
  return good == all_.rend() ? nullptr : &*good;
}

Result<std::string> StateHistory::text(StateVersion const& version) const {
  return read_file(directory_.get(), version.name, longest_state);
}

Result<Stamp> StateHistory::stamp(StateVersion const& version) const {
  return stamp_at(directory_.get(), version.name);
}

Result<std::optional<StateHistory::Good>> StateHistory::last_good() const {
  for (auto each = all_.rbegin(); each != all_.rend(); ++each) {
    if (!is_good(each->standing)) continue;
    auto found = text(*each);
    if (!found && !is_damage(found.error())) return fail(std::move(found).error());
    if (!found) continue;
    if (auto judged = judge(layout::tuning_state, *std::move(found)); judged.state)
      return Good{each->number, *std::move(judged.state)};
  }
  return std::nullopt;
}

Result<StateVersion> StateHistory::add(Standing standing) {
  if (!directory_) directory_ = TRY(session_->private_directory(layout::states));
  auto number = all_.empty() ? 1 : all_.back().number + 1;
  if (number > last_number)
    return fail(Fault::exists, fmt::format("{}/{} has the last possible number: remove it", layout::states,
                                           all_.back().name));
  return all_.emplace_back(number, standing, fmt::format("{:06}-{}.json", number, standing_word(standing)));
}

Result<std::uint64_t> StateHistory::keep(std::string_view text, Standing standing) {
  auto version = TRY(add(standing));
  TRY(replace_file(*session_, layout::states + "/" + version.name, text));
  return version.number;
}

Result<std::uint64_t> StateHistory::take_in(int directory, std::string const& name, Standing standing) {
  auto version = TRY(add(standing));
  if (::renameat2(directory, name.c_str(), directory_.get(), version.name.c_str(), RENAME_NOREPLACE) < 0)
    return fail(errno_error("rename", name));
  TRY(sync_directory(directory_.get()));
  return version.number;
}

Result<void> StateHistory::prune(StateBounds const& bounds) {
  TRY(prune(Sort::good, bounds.good));
  return prune(Sort::aside, bounds.aside);
}

Result<void> StateHistory::prune(Sort sort, HistoryBounds const& bounds) {
  auto of_this_sort = [&](StateVersion const& each) {
    return is_good(each.standing) == (sort == Sort::good);
  };
  auto size_of = [&](StateVersion const& each) {
    auto found = stamp(each);
    return found ? found->size : std::uint64_t{0};
  };
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  for (auto const& each : all_) {
    if (!of_this_sort(each)) continue;
    ++count;
    bytes += size_of(each);
  }
  auto each = all_.begin();
  while (count > 1 && (count > bounds.generations || bytes > bounds.bytes)) {
    each = std::find_if(each, all_.end(), of_this_sort);
    auto size = size_of(*each);
    auto removed = remove_name(directory_.get(), each->name);
    if (!removed && removed.error().code != EISDIR) return removed; // a planted directory does no harm
    --count;
    bytes -= std::min(bytes, size);
    each = all_.erase(each);
  }
  return {};
}

Result<bool> is_accepted_state(Session const& session, std::string_view text, Stamp const& written) {
  auto const history = TRY(StateHistory::open(session));
  auto const* const newest = history.newest_good();
  for (auto const& version : history.all()) {
    // The newest is the state in force: the same text again is accepted without being kept again.
    if (!is_good(version.standing)) continue;
    if (&version != newest && TRY(history.stamp(version)).birth_ns < written.changed_ns) continue;
    if (TRY(history.text(version)) == text) return true;
  }
  return false;
}

Result<bool> is_last_good(Session const& session, Stamp const& stamp) {
  auto const history = TRY(StateHistory::open(session));
  auto const* good = history.newest_good();
  if (good == nullptr || !is_plain_file(stamp) || stamp.size != TRY(history.stamp(*good)).size) return false;
  return TRY(read_file(session.directory(), layout::tuning_state, stamp.size)) == TRY(history.text(*good));
}

Result<std::string> restore_command(Session const& session) {
  auto const good = TRY(TRY(StateHistory::open(session)).last_good());
  if (!good) return std::string();
  return fmt::format("artifactctl state restore {} {}", shell_quoted(session.shown()), good->number);
}

} // namespace artifactd::tuning
