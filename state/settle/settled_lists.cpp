#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/own_file.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/settled.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <ranges>
#include <sys/xattr.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_record = 32 * 1024; ///< instead of growing further, it is rewritten
constexpr std::size_t kept_lines = 64;            ///< more are not removed in the time of one flush
constexpr std::size_t check_digits = 8;

std::string checked(std::string const& line) {
  return fmt::format("{} {}\n", line, Digest().add(line).hex().substr(0, check_digits));
}

/// The line without its check; empty if the check does not match.
std::string_view unchecked(std::string_view line) {
  auto const blank = line.rfind(' ');
  if (blank == line.npos) return "";
  auto const text = line.substr(0, blank);
  return Digest().add(text).hex().substr(0, check_digits) == line.substr(blank + 1) ? text : "";
}

/// Opens the record for appending, if it is a file of ours with no other name: nothing else is written
/// through.
Result<UniqueFd> open_record(int home, std::string const& name) {
  auto file = TRY(open_beneath(home, name, O_WRONLY | O_APPEND | O_NONBLOCK));
  if (!is_own_file(file.get(), home, name))
    return fail(Fault::unsafe, layout::settled + " is not a file of artifactd's");
  return file;
}

Result<void> rewrite_record(Session const& session, SettledSignals const& former,
                            SettledSignals const& settled) {
  std::string text;
  auto const& lines = former.lines();
  for (auto const& line : lines | std::views::drop(lines.size() - std::min(lines.size(), kept_lines)))
    text += checked(line);
  for (auto const& line : settled.lines())
    text += checked(line);
  return replace_file(session, layout::settled, text);
}

Result<SettledSignals> settled_by(int file, std::string const& name) {
  std::array<char, 4096> text;
  auto const size = ::fgetxattr(file, layout::settled_attribute, text.data(), text.size());
  if (size < 0 && (errno == ENODATA || errno == ENOTSUP || errno == ERANGE)) return SettledSignals();
  if (size < 0) return fail(errno_error("read attribute of", name));
  return SettledSignals::parse({text.data(), static_cast<std::size_t>(size)});
}

} // namespace

Result<SettledSignals> settled_by_file(int directory, std::string const& name) {
  auto file = open_beneath(directory, name, O_RDONLY | O_NONBLOCK);
  if (!file && (file.error().fault == Fault::missing || file.error().fault == Fault::unsafe))
    return SettledSignals();
  if (!file) return fail(std::move(file).error());
  return settled_by(file->get(), name);
}

Result<void> unlist_settled(int directory, std::string const& name, Sighting const& sighting) {
  auto file = open_beneath(directory, name, O_RDONLY | O_NONBLOCK);
  if (!file && file.error().fault == Fault::missing) return {};
  if (!file) return fail(std::move(file).error());
  auto settled = TRY(settled_by(file->get(), name));
  if (!settled.remove(sighting)) return {};
  auto const text = settled.to_attribute();
  if (::fsetxattr(file->get(), layout::settled_attribute, text.data(), text.size(), 0) < 0)
    return fail(errno_error("write attribute of", name));
  // A power cut must not list it again.
  if (::fsync(file->get()) < 0) return fail(errno_error("fsync", name));
  return {};
}

namespace {

/// The lines of the record that `wanted` accepts; damaged ones are omitted.
template <class Wanted>
Result<SettledSignals> lines_on_record(Session const& session, Wanted const& wanted) {
  auto text = read_file(session.directory(), layout::settled, longest_settled_record);
  auto const says_nothing = [](Fault fault) {
    return fault == Fault::missing || fault == Fault::unsafe || fault == Fault::too_large;
  };
  if (!text && says_nothing(text.error().fault)) return SettledSignals();
  if (!text) return fail(std::move(text).error());
  std::string lines;
  for (auto const line : std::views::split(*text, '\n'))
    if (std::string_view const each(line.begin(), line.end()); wanted(each))
      lines.append(unchecked(each)).append("\n");
  return SettledSignals::parse(lines);
}

} // namespace

Result<SettledSignals> settled_on_record(Session const& session) {
  return lines_on_record(session, [](std::string_view) { return true; });
}

namespace {

struct RecordFile {
  HeldFd directory;
  std::string name;
};

/// std::nullopt if there is no such directory.
Result<std::optional<RecordFile>> record_file(Session const& session, std::string_view path) {
  auto const slash = path.rfind('/');
  if (slash == path.npos) return RecordFile{HeldFd(session.directory()), std::string(path)};
  auto directory = open_directory(session.directory(), std::string(path.substr(0, slash)));
  if (!directory && (directory.error().fault == Fault::missing || directory.error().fault == Fault::unsafe))
    return std::nullopt;
  return RecordFile{TRY(std::move(directory)), std::string(path.substr(slash + 1))};
}

/// A birth time in the future means that the clock was set back: then times say nothing about the order.
bool made_since(std::vector<Sighting> const& sightings, Stamp const& file) {
  auto const now = wall_now_ns();
  return std::ranges::all_of(sightings, [&](Sighting const& each) {
    return each.stamp.birth_ns > file.changed_ns && each.stamp.birth_ns <= now;
  });
}

} // namespace

Result<SettledSignals> settled_signals(Session const& session, Kind const& kind,
                                       std::vector<Sighting> const& sightings) {
  if (sightings.empty()) return SettledSignals();
  std::vector<std::string> places(sightings.size());
  std::ranges::transform(sightings, places.begin(), place_of);
  auto settled = TRY(lines_on_record(session, [&](std::string_view line) {
    return std::ranges::any_of(places, [&](std::string const& place) { return line.starts_with(place); });
  }));
  for (auto const path : kind.traits().records) {
    auto const file = path.empty() ? std::nullopt : TRY(record_file(session, path));
    if (!file) continue;
    auto const stamp = stamp_at(file->directory.get(), file->name);
    if (stamp && made_since(sightings, *stamp)) continue;
    auto listed = settled_by_file(file->directory.get(), file->name);
    if (!listed) return fail(unreadable_graph(session, std::string(path), std::move(listed).error()));
    settled.add(*std::move(listed));
  }
  return settled;
}

Result<void> unlist_signal(Session const& session, Sighting const& sighting) {
  for (auto const path : sighting.signal.kind.traits().records)
    if (auto const file = path.empty() ? std::nullopt : TRY(record_file(session, path)))
      TRY(unlist_settled(file->directory.get(), file->name, sighting));
  return unrecord_settled(session, sighting);
}

Result<void> record_settled(Session const& session, SettledSignals const& settled) {
  auto const home = TRY(session.kept_directory(layout::home));
  auto const name = layout::settled.substr(layout::home.size() + 1);
  auto file = open_record(home.get(), name);
  if (!file && file.error().fault != Fault::missing && file.error().fault != Fault::unsafe)
    return fail(std::move(file).error());
  auto const size = file ? TRY(stamp_of(file->get())).size : 0;
  std::string text;
  // Terminates the half line of a killed artifactd.
  if (size > 0) text += '\n';
  for (auto const& line : settled.lines())
    text += checked(line);
  // A file that is not ours may be of another user who settles here, too: its lines are taken along.
  if (!file || size + text.size() > longest_record)
    return rewrite_record(session, TRY(settled_on_record(session)), settled);
  TRY(write_all(file->get(), text));
  if (::fdatasync(file->get()) < 0) return fail(errno_error("fdatasync", layout::settled));
  return {};
}

Result<void> sync_record(Session const& session) {
  auto const record = open_beneath(session.directory(), layout::settled, O_RDONLY | O_NONBLOCK);
  if (!record && (record.error().fault == Fault::missing || record.error().fault == Fault::unsafe)) return {};
  if (!record) return fail(record.error());
  if (::fsync(record->get()) < 0) return fail(errno_error("fsync", layout::settled));
  return sync_directory(TRY(open_directory(session.directory(), layout::home)).get());
}

Result<void> unrecord_settled(Session const& session, Sighting const& sighting) {
  auto settled = TRY(settled_on_record(session));
  if (!settled.remove(sighting)) return {};
  return rewrite_record(session, {}, settled);
}

} // namespace artifactd
