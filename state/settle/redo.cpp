#include "state/settle/redo.hpp"

#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/redo_record.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
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
constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20; ///< the default limit for generations
// How often the file is rewritten without old records; in between it only grows.
constexpr std::uint64_t pruned_every = 256;
constexpr std::uint64_t pruned_bytes = 2 * kept_bytes;

std::string const redo_name = layout::redo.substr(layout::home.size() + 1);

Result<std::string> read_part(int file, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    auto got = ::pread(file, bytes.data() + filled, size - filled, static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", layout::redo));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

/// The tail of the file's last record, as far as it can be determined without reading the record.
Result<std::optional<RedoTail>> tail_of(int file, std::uint64_t size) {
  if (size < redo_tail_bytes) return std::nullopt;
  auto tail = parse_redo_tail(TRY(read_part(file, size - redo_tail_bytes, redo_tail_bytes)));
  if (!tail || tail->bytes > size) return std::nullopt;
  return tail;
}

/// Ours, or of the session's owner: processes working for that owner create files of that owner.
bool is_own_plain(Stamp const& stamp, Session const& session) {
  return is_plain_file(stamp) && (stamp.owner == session.stamp().owner || stamp.owner == ::geteuid());
}

struct Whole {
  std::string text;
  std::vector<std::size_t> begins; ///< start of each record, and the end of the last
};

Whole whole_records(std::string text) {
  Whole whole{std::move(text), {0}};
  std::size_t at = 0;
  while (auto end = end_of_redo(whole.text, at))
    whole.begins.push_back(at = *end);
  return whole;
}

/// Empty if no file there could be ours.
Result<std::string> read_all(Session const& session) {
  auto file = open_beneath(session.directory(), layout::redo, O_RDONLY | O_NONBLOCK);
  if (!file && (file.error().fault == Fault::missing || file.error().fault == Fault::unsafe)) return "";
  if (!file) return fail(std::move(file).error());
  auto stamp = TRY(stamp_of(file->get()));
  if (!is_plain_file(stamp) || stamp.size > most_bytes) return "";
  return read_part(file->get(), 0, stamp.size);
}

/// The records that are recent enough to keep.
std::string_view not_too_old(Whole const& whole, std::int64_t now_ns) {
  auto const& begins = whole.begins;
  auto const end = begins.back();
  auto first = begins.size() - 1;
  while (first > 0) {
    auto kept = begins.size() - first; // including the one in question
    auto begin = begins[first - 1];
    if (kept > 1 && (end - begin > kept_bytes || kept > most_redo_records)) break;
    auto record = parse_redo(std::string_view(whole.text).substr(begin, begins[first] - begin));
    if (!record || (kept > kept_always && now_ns - record->at_ns > redo_kept_ns)) break;
    --first;
  }
  return std::string_view(whole.text).substr(begins[first], end - begins[first]);
}

/// Rewrites the file without old or unparsable records, and with `record`.
Result<void> rewrite_redo(Session const& session, Redo& record) {
  auto whole = whole_records(TRY(read_all(session)));
  auto last =
      whole.begins.size() < 2 ? std::nullopt : parse_redo_tail(whole.text.substr(0, whole.begins.back()));
  record.number = last ? last->number + 1 : 1;
  auto home = TRY(session.kept_directory(layout::home));
  auto work = TRY(session.kept_directory(layout::work));
  auto const temporary = std::string(write_prefix) + "redo";
  TRY(remove_name(work.get(), temporary));
  auto file = TRY(open_beneath(work.get(), temporary, O_WRONLY | O_CREAT | O_EXCL, 0600));
  auto written = [&]() -> Result<void> {
    TRY(adopt(file.get(), session, session.file_mode()));
    TRY(write_all(file.get(), not_too_old(whole, record.at_ns)));
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
  if (!tail || tail->number % pruned_every == 0) return false;
  record.number = tail->number + 1;
  auto written = write_all(file->get(), redo_text(record));
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
  auto start = read_part(file->get(), stamp->size - bytes, std::min<std::size_t>(bytes, redo_head_bytes));
  return start ? parse_redo_head(*start) : std::nullopt;
}

} // namespace

bool same_version(Stamp const& a, Stamp const& b) noexcept {
  return a.inode == b.inode && a.birth_ns == b.birth_ns && a.modified_ns == b.modified_ns && a.size == b.size;
}

Result<void> append_redo(Session const& session, Redo record) {
  record.at_ns = wall_now_ns();
  if (TRY(append_to_redo(session, record))) return {};
  return rewrite_redo(session, record);
}

Result<std::vector<Redo>> read_redo(Session const& session) {
  auto whole = whole_records(TRY(read_all(session)));
  std::vector<Redo> records;
  for (std::size_t i = 0; i + 1 < whole.begins.size(); ++i) {
    auto begin = whole.begins[i];
    auto record = parse_redo(std::string_view(whole.text).substr(begin, whole.begins[i + 1] - begin));
    if (!record) break;
    records.push_back(*std::move(record));
  }
  return records;
}

RedoStanding redo_standing(int session) {
  auto last = last_redo(session);
  if (!last) return RedoStanding::unknown;
  for (auto const& place : {layout::graph, layout::knowledge + "/" + layout::graph})
    if (auto stamp = stamp_at(session, place); stamp && same_version(*stamp, last->version))
      return last->what == Redo::What::seen ? RedoStanding::seen : RedoStanding::ours;
  return RedoStanding::other;
}

bool redo_asks_for_a_look(int session) {
  auto redo = stamp_at(session, layout::redo);
  if (!redo) return false;
  return wall_now_ns() - redo->modified_ns < longest_held.count() ||
         redo_standing(session) == RedoStanding::other;
}

} // namespace artifactd
