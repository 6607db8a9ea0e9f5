// Replacing a document, and noticing every other writer while doing so.
//
//   write temp ─► base unchanged? ─► announce ─► fsync ─► named <tag>.<own inode>.<base inode>.<base birth>
//   ─► base unchanged? ─► EXCHANGE ─► fsync dir ─► look
//
// What the exchange brought out tells what happened: the base (clean), the base but rewritten in place
// meanwhile, or another file (a writer that renamed its own version in between). Nothing is deleted here; the
// old file stays in the work directory under `old_name` for the caller to archive or to unite. Killed
// anywhere, the name of the temp tells recovery which of the two files it is looking at.
#pragma once

#include "state/settle/staged.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace artifactd {

enum class SwapOutcome : std::uint8_t {
  clean,      ///< the base was swapped out, as read
  rewritten,  ///< the base was swapped out, but somebody had changed it in place meanwhile
  foreign,    ///< another writer's file was swapped out: unite it and publish again
  base_moved, ///< noticed before the exchange: nothing was published, read again
};

struct Swap {
  SwapOutcome outcome;
  std::string old_name; ///< in the work directory; empty when nothing was swapped out
  Stamp now;      ///< of the file in place after the exchange: ours only if `intact` (for base_moved: unset)
  Stamp old = {}; ///< of what was swapped out, at that moment: what is written into it later shows
  bool exchanged = true; ///< false where the file system has no EXCHANGE and link + rename had to do
  bool intact = false;   ///< `now` is what was written: nobody has written into it or replaced it since
  bool settled = false;  ///< the file published carries the attribute
};

/// Publishes the concatenation of `pieces` in place of `base` (nothing: the document must not exist yet).
/// Durable when it returns. Group and mode are copied from the base, the owner where allowed; Fault::denied
/// with the command to type when the former owner would lose write access. `settled`: an attribute for the
/// new file, durable with it (state/settle/settled).
Result<Swap> publish(Session const& session, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& spare = {},
                     std::string_view settled = {}, Announce const& announce = {});

} // namespace artifactd
