// Files and signal put into a session as one step.
#pragma once

#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/submit/verdict_wait.hpp"
#include "daemon/interventions/placed_files.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct Dropped {
  Followed followed;
  std::vector<std::string> former = {}; ///< inputs of earlier submissions that are judged, too
};

/// Places the files and drops the signal; artifactd settles nothing of the session meanwhile. A document is
/// the one file. Fault::exists if the signal is pending already: nothing was copied then. With
/// `options.queue` its verdict is waited for first.
[[nodiscard]] Result<Dropped> drop(Case const& chosen, std::vector<PlacedFile> files,
                                   SubmitOptions const& options);

/// Places files without a signal. Fault::exists while the signal is pending: its inputs are being judged.
[[nodiscard]] Result<void> place_before_signal(Case const& chosen, std::vector<PlacedFile> const& files);

} // namespace artifactd
