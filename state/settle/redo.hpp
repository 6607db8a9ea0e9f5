// What the last publications of the graph changed: `.artifactd/redo`, one record each, appended before the
// new version is put in place. The records allow a publication to be applied again if another program's
// version, or damage, takes its place: after a kill, by another process, and even if the agent's own files
// are gone.
//
//   <what> <number> <time> <version: inode birth mtime size> <base: + ctime> <changes> <bytes of the body>
//   then for each change
//   <how> <bytes of key> <of value> <of former value, or -> and these texts
//   <CRC-32 of all above> <number> <bytes of the whole record>
//
// A record costs the bytes of the change, not of the graph, and one write. It is not synced: a record torn by
// a power cut ends the file. Anyone who can write the session can forge one, and gains no more than by
// writing the graph: values are bounded here and judged again before they are applied.
#pragma once

#include "state/platform/byte_budget.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace artifactd {

struct Redo {
  enum class What : std::uint8_t {
    merged,   ///< agents' work, and unions with other writers' versions
    chosen,   ///< a person's rollback
    restored, ///< a person's restore: earlier publications no longer count. Its changes are those to the
              ///< version that the next restore begins with
    seen,     ///< nothing was published: another program's version was found in place and handled, or a
              ///< restored one was put there
  };
  struct Change {
    enum class How : std::uint8_t {
      set,     ///< the member became `value`
      removed, ///< the member was removed
      added,   ///< the entries of the array `value` were added to the member
      large,   ///< the member changed but is too large to be kept here
    };
    How how = How::set;
    std::string key = {};
    std::string value = {};
    /// for set and removed: the value before; std::nullopt if there was no member
    std::optional<std::string> former = {};
  };

  What what = What::merged;
  std::uint64_t number = 0;       ///< set by append_redo()
  std::int64_t at_ns = 0;         ///< wall time; set by append_redo()
  Stamp version = {};             ///< what was put in place, as written (for seen: what was there)
  std::optional<Stamp> base = {}; ///< what it replaced, as read
  std::vector<Change> changes = {};
};

/// The longest a tool without locks is known to keep a version it has read: jq takes six seconds to read and
/// write a graph of 100 MB. An older publication is not overwritten by mistake any more.
inline constexpr Duration longest_held = std::chrono::seconds(10);

/// The same file with the same content. Devices are not compared: they are renumbered at each boot, and a
/// session does not span two.
[[nodiscard]] bool same_version(Stamp const& a, Stamp const& b) noexcept;

/// Whether the version of records[i] was never put in place: the next one replaced the same version.
/// `standing` is that of the graph in place, if there is one.
[[nodiscard]] bool never_in_place(std::span<Redo const> records, std::size_t i,
                                  std::optional<Stamp> const& standing) noexcept;

/// Needs the claim. Anything in the file's place that is not a plain file of this user is replaced, never
/// written through. If there are many records and most of them are old, these are removed: those of the last
/// minute and the newest few are kept.
Result<void> append_redo(Session const& session, Redo record);

/// Those that are `wanted`, which is asked about each without its changes; oldest first. Whatever does not
/// parse as a record ends the list, as does the end of the part that may be ours.
/// With `memory`, room for each is taken first.
Result<std::vector<Redo>> read_redo(Session const& session,
                                    std::function<bool(Redo const&)> const& wanted = {},
                                    BudgetShare* memory = nullptr);

/// All of them without their changes, which are not read: a damaged one is not noticed.
Result<std::vector<Redo>> read_redo_heads(Session const& session);

enum class RedoStanding : std::uint8_t {
  unknown, ///< no record
  ours,    ///< the graph is what was published last
  seen,    ///< the graph is another program's version that was seen before
  other,   ///< the graph is something else: worth a look
};

/// Determined without any lock.
[[nodiscard]] RedoStanding redo_standing(int session);

/// Not 0 if the last publication was overwritten, or is so recent that it may still be: then another number
/// for each publication and each graph in its place.
[[nodiscard]] std::uint64_t redo_asks_for_a_look(int session);

} // namespace artifactd
