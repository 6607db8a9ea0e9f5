#include "state/settle/redo.hpp"

#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/file_parts.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/redo_log.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <span>
#include <string>
#include <unistd.h>

namespace artifactd {

namespace {

// Only the last ten seconds are searched; the rest leaves room for a loaded machine and a restart. See
// merge/kg/overwritten.
constexpr std::int64_t redo_kept_ns = std::int64_t{60} * 1'000'000'000;
// For restore, which needs the records after the newest valid generation: more than there are generations.
constexpr std::size_t kept_always = 64;
/// Regardless of age: many times what the fastest bursts write in a second.
constexpr std::size_t most_redo_records = 4096;
constexpr std::uint64_t kept_bytes = std::uint64_t{64} << 20;  ///< the newest record is kept even beyond this
constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20; ///< a larger file is not read
// How often the file is checked for old records; in between it only grows.
constexpr std::uint64_t pruned_every = 256;
constexpr std::uint64_t pruned_bytes = 2 * kept_bytes;

std::string const redo_name = layout::redo.substr(layout::home.size() + 1);

/// The tail of the file's last record, as far as it can be determined without reading the record.
Result<std::optional<RedoTail>> tail_of(int file, std::uint64_t size) {
  if (size < redo_tail_bytes) return std::nullopt;
  auto tail = parse_redo_tail(TRY(read_part(file, layout::redo, size - redo_tail_bytes, redo_tail_bytes)));
  if (!tail || tail->bytes > size) return std::nullopt;
  return tail;
}

/// Ours, or of the session's owner: processes working for that owner create files of that owner.
bool is_own_plain(Stamp const& stamp, Session const& session) {
  return is_plain_file(stamp) && (stamp.owner == session.stamp().owner || stamp.owner == ::geteuid());
}

struct OpenRedo {
  UniqueFd file;
  std::uint64_t size = 0; ///< when it was opened
};

/// std::nullopt if no file there could be ours.
Result<std::optional<OpenRedo>> open_redo(Session const& session) {
  auto file = open_beneath(session.directory(), layout::redo, O_RDONLY | O_NONBLOCK);
  if (!file && (file.error().fault == Fault::missing || file.error().fault == Fault::unsafe))
    return std::nullopt;
  if (!file) return fail(std::move(file).error());
  auto stamp = TRY(stamp_of(file->get()));
  if (!is_plain_file(stamp) || stamp.size > most_bytes) return std::nullopt;
  return OpenRedo{*std::move(file), stamp.size};
}

/// The entries that are recent enough to keep.
std::span<RedoEntry const> not_too_old(std::span<RedoEntry const> entries, std::int64_t now_ns) {
  auto first = entries.size();
  while (first > 0) {
    auto const kept = entries.size() - first + 1; // including the one in question
    auto const& entry = entries[first - 1];
    if (kept > 1 && (entries.back().end - entry.begin > kept_bytes || kept > most_redo_records)) break;
    if (kept > kept_always && now_ns - entry.head.at_ns > redo_kept_ns) break;
    --first;
  }
  return entries.subspan(first);
}

/// Whether the file is worth rewriting: it would become less than half as large, or be readable again.
/// Otherwise it only grows: a session whose records are all young does not copy them again and again.
Result<bool> is_worth_rewriting(int file, std::uint64_t size, std::int64_t now_ns) {
  auto const entries = TRY(redo_entries(file, size));
  auto const whole =
      !entries.empty() && entries.back().end == size; // else what follows the damage cannot be read
  if (!whole || entries.size() > 2 * most_redo_records) return true;
  return not_too_old(entries, now_ns).front().begin > size / 2;
}

/// Copies the entries that are recent enough; a damaged one ends them. The number of the last.
Result<std::uint64_t> copy_young(OpenRedo const& redo, std::int64_t now_ns, int to) {
  std::uint64_t number = 0;
  std::uint64_t copied = 0;
  auto const entries = TRY(redo_entries(redo.file.get(), redo.size));
  for (auto const& entry : not_too_old(entries, now_ns)) {
    if (!TRY(copy_entry(redo.file.get(), entry, to))) {
      if (::ftruncate(to, static_cast<off_t>(copied)) < 0) return fail(errno_error("truncate", layout::redo));
      break;
    }
    copied += entry.end - entry.begin;
    number = entry.head.number;
  }
  return number;
}

/// Rewrites the file without old or damaged records, and with `record`.
Result<void> rewrite_redo(Session const& session, Redo& record) {
  auto const former = TRY(open_redo(session));
  auto home = TRY(session.kept_directory(layout::home));
  auto work = TRY(session.kept_directory(layout::work));
  auto const temporary = std::string(write_prefix) + "redo";
  TRY(remove_name(work.get(), temporary));
  auto file = TRY(open_beneath(work.get(), temporary, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0600));
  auto written = [&]() -> Result<void> {
    TRY(adopt(file.get(), session, session.file_mode()));
    record.number = (former ? TRY(copy_young(*former, record.at_ns, file.get())) : 0) + 1;
    TRY(write_all(file.get(), redo_pieces(record).pieces));
    if (::renameat(work.get(), temporary.c_str(), home.get(), redo_name.c_str()) < 0)
      return fail(errno_error("rename", layout::redo));
    return {};
  }();
  if (!written) ::unlinkat(work.get(), temporary.c_str(), 0);
  return written;
}

/// False if the file must be rewritten.
Result<bool> append_to_redo(Session const& session, Redo& record) {
  auto file = open_beneath(session.directory(), layout::redo, O_RDWR | O_APPEND | O_NONBLOCK);
  if (!file && (file.error().fault == Fault::missing || file.error().fault == Fault::unsafe ||
                file.error().fault == Fault::denied))
    return false;
  if (!file) return fail(std::move(file).error());
  auto stamp = TRY(stamp_of(file->get()));
  if (!is_own_plain(stamp, session) || stamp.size > pruned_bytes) return false;
  auto tail = TRY(tail_of(file->get(), stamp.size));
  if (!tail) return false;
  if (tail->number % pruned_every == 0 && TRY(is_worth_rewriting(file->get(), stamp.size, record.at_ns)))
    return false;
  record.number = tail->number + 1;
  auto written = write_all(file->get(), redo_pieces(record).pieces);
  // Half a record would make later ones unreadable: what was valid before stays.
  if (!written && ::ftruncate(file->get(), static_cast<off_t>(stamp.size)) < 0)
    return fail(errno_error("truncate", layout::redo));
  TRY(std::move(written));
  return true;
}

/// Without its changes; std::nullopt if no record can be read.
std::optional<Redo> last_redo(int session) {
  auto file = open_beneath(session, layout::redo, O_RDONLY | O_NONBLOCK);
  if (!file) return std::nullopt;
  auto stamp = stamp_of(file->get());
  if (!stamp || !is_plain_file(*stamp)) return std::nullopt;
  auto tail = tail_of(file->get(), stamp->size);
  if (!tail || !*tail) return std::nullopt;
  auto const bytes = (*tail)->bytes;
  auto start = read_part(file->get(), layout::redo, stamp->size - bytes,
                         std::min<std::size_t>(bytes, redo_head_bytes));
  auto head = start ? parse_redo_head(*start) : std::nullopt;
  if (!head) return std::nullopt;
  return std::move(head->record);
}

std::array<std::string, 2> graph_places() {
  return {layout::graph, layout::knowledge + "/" + layout::graph};
}

} // namespace

bool same_version(Stamp const& a, Stamp const& b) noexcept {
  return a.inode == b.inode && a.birth_ns == b.birth_ns && a.modified_ns == b.modified_ns && a.size == b.size;
}

bool never_in_place(std::span<Redo const> records, std::size_t i,
                    std::optional<Stamp> const& standing) noexcept {
  auto const& record = records[i];
  auto const& next = i + 1 < records.size() ? records[i + 1].base : standing;
  return record.what != Redo::What::seen && record.base && next && same_version(*record.base, *next);
}

Result<void> append_redo(Session const& session, Redo record) {
  record.at_ns = wall_now_ns();
  if (TRY(append_to_redo(session, record))) return {};
  return rewrite_redo(session, record);
}

Result<std::vector<Redo>> read_redo(Session const& session, std::function<bool(Redo const&)> const& wanted,
                                    BudgetShare* memory) {
  std::vector<Redo> records;
  auto const redo = TRY(open_redo(session));
  if (!redo) return records;
  for (auto const& entry : TRY(redo_entries(redo->file.get(), redo->size))) {
    if (wanted && !wanted(entry.head)) continue;
    if (memory != nullptr)
      TRY(memory->add(2 * (entry.end - entry.begin))); // its text, and what is parsed of it
    auto record = TRY(read_entry(redo->file.get(), entry));
    if (!record) break;
    records.push_back(*std::move(record));
  }
  return records;
}

Result<std::vector<Redo>> read_redo_heads(Session const& session) {
  std::vector<Redo> heads;
  auto const redo = TRY(open_redo(session));
  if (!redo) return heads;
  for (auto& entry : TRY(redo_entries(redo->file.get(), redo->size)))
    heads.push_back(std::move(entry.head));
  return heads;
}

RedoStanding redo_standing(int session) {
  auto last = last_redo(session);
  if (!last) return RedoStanding::unknown;
  for (auto const& place : graph_places())
    if (auto stamp = stamp_at(session, place); stamp && same_version(*stamp, last->version))
      return last->what == Redo::What::seen ? RedoStanding::seen : RedoStanding::ours;
  return RedoStanding::other;
}

std::uint64_t redo_asks_for_a_look(int session) {
  auto const redo = stamp_at(session, layout::redo);
  if (!redo) return 0;
  auto const is_recent = wall_now_ns() - redo->modified_ns < longest_held.count();
  if (!is_recent && redo_standing(session) != RedoStanding::other) return 0;
  auto number = static_cast<std::uint64_t>(redo->modified_ns);
  for (auto const& place : graph_places())
    if (auto const graph = stamp_at(session, place))
      number = number * 31 + static_cast<std::uint64_t>(graph->changed_ns);
  return number == 0 ? 1 : number;
}

} // namespace artifactd
