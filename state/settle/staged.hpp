// A new version of a document, written and durable in the work directory, under a name that tells recovery
// which file it is and which one it is to replace. Nothing in place is touched.
#pragma once

#include "state/settle/document.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace artifactd {

/// A file that left the history, to be written over: making a new one costs more than all the rest of a small
/// publication. It is where its name says, or not at all. What is no plain file, or open elsewhere, is left
/// as it is; the latter is unlinked.
///
/// `leaving`, if any, is the file that takes its place as soon as the new version is in place, so that the
/// sync of that publication is behind it when the next one writes over it: should the power fail, no name of
/// the history comes back over a mixture. (For this the file system's journal has to be in order, as it is
/// wherever there is one.)
struct Spare {
  int directory;
  std::string name;
  std::string leaving;
};

struct Staged {
  std::string name;     ///< in the work directory
  Stamp stamp;          ///< before it had its name
  bool settled = false; ///< it carries the attribute
};

/// Called with the new version before it is synced, while its bytes are on their way to the disk: what has to
/// be known of it even if nobody lives to see what becomes of it. An Error ends the staging with nothing
/// left.
using Announce = std::function<Result<void>(Stamp const& version)>;

/// Group and mode are copied from the base, the owner where allowed; Fault::denied with the command to type
/// when the former owner would lose write access. A failed fsync is never repeated on the same file: the
/// kernel may have dropped the pages and report success the second time. `settled`: the attribute of that
/// name (state/settle/settled), durable with the version; a file system that keeps none is no error.
Result<Staged> stage(Session const& session, int work, std::string_view tag, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& spare,
                     std::string_view settled, Announce const& announce);

/// What the name of a staged version says: which inode it was made as, and which file it was to replace (0:
/// none). That one by its time of birth, too: writers who rename in a loop are given its inode again at once.
struct SwapName {
  std::uint64_t own;
  std::uint64_t base;
  std::int64_t base_birth_ns = 0; ///< 0: not known

  [[nodiscard]] bool is_base(Stamp const& stamp) const noexcept {
    return base != 0 && stamp.inode == base && (base_birth_ns == 0 || stamp.birth_ns == base_birth_ns);
  }
};
[[nodiscard]] std::string swap_name(std::string_view tag, SwapName inodes);
[[nodiscard]] std::optional<SwapName> parse_swap_name(std::string_view tag, std::string_view name);

/// A staged version of any document (session_layout: tags).
[[nodiscard]] bool is_swap_name(std::string_view name);

/// Prefix of temps that have not got their final name yet: "<tag>.new."
[[nodiscard]] std::string unnamed_prefix(std::string_view tag);

} // namespace artifactd
