// Replacing a document, and noticing every other writer while doing so.
//
//   write temp ─► fsync ─► named <tag>.<own inode>.<base inode> ─► base unchanged? ─► EXCHANGE ─► fsync dir
//   ─► look
//
// What the exchange brought out tells what happened: the base (clean), the base but rewritten in place
// meanwhile, or another file (a writer that renamed its own version in between). Nothing is deleted here; the
// old file stays in the work directory under `old_name` for the caller to archive or to unite. Killed
// anywhere, the name of the temp tells recovery which of the two files it is looking at.
#pragma once

#include "state/settle/document.hpp"

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
  std::string old_name;  ///< in the work directory; empty when nothing was swapped out
  Stamp now;             ///< of the file that is in place (for base_moved: unset)
  Stamp old = {};        ///< of what was swapped out, at that moment: what is written into it later shows
  bool exchanged = true; ///< false where the file system has no EXCHANGE and link + rename had to do
  bool intact = false;   ///< `now` is what was written, nobody wrote into it since
  UniqueFd file = {};    ///< what was published, open for reading; stays readable when another replaces it
};

/// A file that nobody needs any more, to be written over: making a new one costs more than all the rest of a
/// small publication. Taken away if it is a plain file; left as it is, and only
/// unlinked, when somebody has it open.
struct Spare {
  int directory;
  std::string name;
};

/// Publishes the concatenation of `pieces` in place of `base` (nothing: the document must not exist yet).
/// Durable when it returns. Group and mode are copied from the base, the owner where allowed; Fault::denied
/// with the command to type when the former owner would lose write access.
Result<Swap> publish(Session const& session, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& spare = {});

/// The inodes in the name of a published temp: which file it was made as, and which one it was to replace (0:
/// none).
struct SwapName {
  std::uint64_t own;
  std::uint64_t base;
};
[[nodiscard]] std::string swap_name(std::string_view tag, SwapName inodes);
[[nodiscard]] std::optional<SwapName> parse_swap_name(std::string_view tag, std::string_view name);

/// Prefix of temps that have not got their final name yet: "<tag>.new."
[[nodiscard]] std::string unnamed_prefix(std::string_view tag);

} // namespace artifactd
