// Cleans up what a killed artifactd left in a session, determined from names and inodes alone, under the
// claim. Running it twice changes nothing more.
//
//   work/write.*                  half-written small file            → removed
//   work/<tag>.new.*              half-written new version           → removed
//   work/<tag>.<own>.<base>       inode is own: never published      → removed
//                                 inode is base: published           → dir synced, archived as a generation
//                                 neither: a foreign version         → reported, for the caller to merge
//   work/accepted.*, refused.*    verdict not finished               → finished (state/settle/retire)
//   work/positions.*              of a `kg` signal's logs            → merge/kg/log_position
//   .kg-merge.lock with marker    held by the dead process           → reclaimed
//   .artifactd-change/            some files changed, some not       → the editor's: agents/edit/publishing
#pragma once

#include "state/platform/fd.hpp"
#include "state/session/session.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/document.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd {

struct Recovered {
  /// generations made of versions whose replacement was already published
  std::vector<std::uint64_t> archived;
  std::vector<std::string> foreign; ///< names in the work directory: versions swapped out and not yet merged
};

struct WorkDirectory {
  HeldFd directory{UniqueFd()};     ///< empty if there is no such directory
  std::vector<std::string> names{}; ///< its entries
};

/// Opens the directory for unfinished work of every kind.
Result<WorkDirectory> open_work(Session const& session);

/// A cheap check without any lock: whether there may be something to clean up.
Result<bool> has_leftovers(Session const& session);
/// The same for what clear_leftovers() cleans up, and for the work directory alone.
Result<bool> has_clearable_leftovers(Session const& session);
Result<bool> has_unfinished_work(Session const& session);

Result<Recovered> clear_leftovers(Claim const&, Session const& session, Place const& place);

} // namespace artifactd
