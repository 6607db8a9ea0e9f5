// A new version of a document, written and durable in the work directory, under a name that tells recovery
// which file it is and which one it replaces. Nothing in place is touched.
#pragma once

#include "state/settle/document.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace artifactd {

/// A file that left the history, to be overwritten: creating a new one costs more than the rest of a small
/// publication. It may be missing. A file that is not plain, or is open elsewhere, is not overwritten; the
/// latter is unlinked.
///
/// `leaving`, if not empty, is the file that takes its place as soon as the new version is in place, so that
/// the sync of that publication has completed before the next one overwrites it: after a power cut, no name
/// of the history then refers to a mixture. (This requires the file system's journal to be ordered, as every
/// journal is.)
struct Spare {
  int directory;
  std::string name;
  std::string leaving;
};

struct Staged {
  std::string name;     ///< in the work directory
  Stamp stamp;          ///< as announced; with the owner and mode that it was made with
  bool settled = false; ///< it carries the attribute
};

/// Called with the new version before it is synced, while its bytes are being written to disk, to record what
/// must be known of it even after a kill. An Error ends the staging and leaves nothing behind.
using Announce = std::function<Result<void>(Stamp const& version)>;

/// For `place`, where the base is. Group, mode and access list are copied from it, the owner if allowed;
/// Fault::denied, with the command to type, if the former owner would lose write access. A failed fsync is
/// never repeated on the same file: the kernel may have dropped the pages and report success the second time.
/// `settled`: the attribute of that name (state/settle/settled), durable with the version; a file system
/// without attributes is not an error.
Result<Staged> stage(Session const& session, int work, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& spare,
                     std::string_view settled, Announce const& announce);

/// The information in the name of a staged version: its inode when made, and the file it was to replace (0:
/// none). The latter also by its birth time: writers who rename in a loop get its inode again at once.
struct SwapName {
  std::uint64_t own;
  std::uint64_t base;
  std::int64_t base_birth_ns = 0; ///< 0: unknown

  [[nodiscard]] bool is_base(Stamp const& stamp) const noexcept {
    return base != 0 && stamp.inode == base && (base_birth_ns == 0 || stamp.birth_ns == base_birth_ns);
  }
};
[[nodiscard]] std::string swap_name(std::string_view tag, SwapName inodes);
[[nodiscard]] std::optional<SwapName> parse_swap_name(std::string_view tag, std::string_view name);

/// A staged version of any document (session_layout: tags).
[[nodiscard]] bool is_swap_name(std::string_view name);

/// Prefix of temps that do not have their final name yet: "<tag>.new."
[[nodiscard]] std::string unnamed_prefix(std::string_view tag);

} // namespace artifactd
