// What the last publications of the graph changed: `.artifactd/redo`, one record each, appended before the
// new version is put in place. With it what was published can be put in again when another program's version,
// or damage, takes its place: after a kill, for another process, and when the agent's own files are gone.
//
//   <what> <number> <time> <version: inode birth mtime size> <base: + ctime> <changes> <bytes of the body>
//   then for each change
//   <how> <bytes of key> <of value> <of former value, or -> and these texts
//   <CRC-32 of all above> <number> <bytes of the whole record>
//
// A record costs the bytes of the change, not of the graph, and one write. It is not synced: torn by a power
// cut, it ends the file. Whoever can write the session can forge one, and gains what writing the graph would
// give: values are bounded here and judged again before they are put in.
#pragma once

#include "state/clock.hpp"
#include "state/session.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct Redo {
  enum class What : std::uint8_t {
    merged,   ///< agents' work, and unions with other writers' versions
    chosen,   ///< a person's rollback
    restored, ///< a person's restore: nothing published before counts any more
    seen,     ///< nothing was published: another program's version was found in place, and dealt with
  };
  struct Change {
    enum class How : std::uint8_t {
      set,     ///< the member became `value`
      removed, ///< the member went
      added,   ///< the entries of the array `value` were added to the member
      large,   ///< the member changed, and is too large to be kept here
    };
    How how = How::set;
    std::string key = {};
    std::string value = {};
    std::optional<std::string> former = {}; ///< of set and removed: before; nothing when there was no member
  };

  What what = What::merged;
  std::uint64_t number = 0;       ///< given by append_redo()
  std::int64_t at_ns = 0;         ///< wall time; given by append_redo()
  Stamp version = {};             ///< what was put in place, as it was written (of seen: what stood there)
  std::optional<Stamp> base = {}; ///< what it replaced, as it was read
  std::vector<Change> changes = {};
};

/// The longest a tool without locks is known to sit on the version it read: jq takes six seconds to read and
/// write a graph of 100 MB. A publication older than this is not overwritten by mistake any more.
inline constexpr Duration longest_held = std::chrono::seconds(10);

/// The same file with the same content. Devices are not compared: they are numbered anew at each boot, and a
/// session does not spread over two.
[[nodiscard]] bool same_version(Stamp const& a, Stamp const& b) noexcept;

/// Needs the claim. What is in the file's place and is no plain file of this user's is replaced, never
/// written through. Old records go when there are many: those of the last minute are kept, and the newest
/// few.
Result<void> append_redo(Session const& session, Redo record);

/// Oldest first. What does not read as a record ends the list; so does the end of what may be one of ours.
Result<std::vector<Redo>> read_redo(Session const& session);

enum class RedoStanding : std::uint8_t {
  unknown, ///< nothing is recorded
  ours,    ///< in the graph's place stands what was published last
  seen,    ///< there stands another program's version, which was found there before
  other,   ///< there stands something else: worth a look
};

/// Looks without any lock.
[[nodiscard]] RedoStanding redo_standing(int session);

/// Whether what was published last was overwritten, or so lately that it may still be.
[[nodiscard]] bool redo_asks_for_a_look(int session);

} // namespace artifactd
