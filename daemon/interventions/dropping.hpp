// Files and signal put into a session as one step, from the command line, an agent's tools or the web.
#pragma once

#include "daemon/interventions/case.hpp"
#include "daemon/interventions/followed.hpp"
#include "daemon/interventions/placed_files.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct Dropped {
  Followed followed;
  std::vector<std::string> former = {}; ///< inputs of earlier submissions that are judged, too
};

/// Places the files and drops the signal; artifactd settles nothing of the session meanwhile. A document is
/// one file, and Fault::invalid otherwise. Fault::exists if the signal is pending already, Fault::busy if
/// what has its name is not a signal: nothing was copied then.
[[nodiscard]] Result<Dropped> drop_now(Case const& chosen, std::vector<PlacedFile> const& files,
                                       FormerFiles former);

/// Places files without a signal. Fault::exists while the signal is pending: its inputs are being judged.
[[nodiscard]] Result<void> place_before_signal(Case const& chosen, std::vector<PlacedFile> const& files);

/// Fault::exists; `then` says what to do.
[[nodiscard]] Error pending_already(Case const& chosen, std::string_view then);

} // namespace artifactd
