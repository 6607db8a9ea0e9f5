// Replaces a document and detects every other writer while doing so.
//
//   write temp ─► base unchanged? ─► announce ─► fsync ─► named <tag>.<own inode>.<base inode>.<base birth>
//   ─► base unchanged? ─► EXCHANGE ─► fsync dir ─► look
//
// The file that the exchange swapped out shows what happened: it is the base (clean), the base but rewritten
// in place meanwhile, or another file (a writer renamed its own version in between). Nothing is deleted here;
// the old file stays in the work directory under `old_name` for the caller to archive or merge. After a kill
// at any point, the name of the temp tells recovery which of the two files it is.
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
  foreign,    ///< another writer's file was swapped out: merge it and publish again
  base_moved, ///< noticed before the exchange: nothing was published; read again
};

struct Swap {
  SwapOutcome outcome;
  std::string old_name; ///< in the work directory; empty if nothing was swapped out
  Stamp now;      ///< of the file in place after the exchange: ours only if `intact`; unset for base_moved
  Stamp old = {}; ///< of what was swapped out, at that moment: reveals later writes to it
  bool exchanged = true; ///< false if the file system has no EXCHANGE and link + rename was used
  bool intact = false;   ///< `now` is what was written: nobody has written to it or replaced it since
  bool settled = false;  ///< the published file carries the attribute
};

/// Publishes the concatenation of `pieces` in place of `base` (std::nullopt: the document must not exist
/// yet). Durable on return. Group, mode and access list are copied from the base, the owner if allowed;
/// Fault::denied, with the command to type, if the former owner would lose write access. `settled`: an
/// attribute for the new file, durable with it (state/settle/settled).
Result<Swap> publish(Session const& session, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& spare = {},
                     std::string_view settled = {}, Announce const& announce = {});

} // namespace artifactd
