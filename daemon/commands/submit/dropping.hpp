// A submission from the command line, which may wait for an earlier one.
#pragma once

#include "daemon/commands/submit/submit_options.hpp"
#include "daemon/interventions/dropping.hpp"

#include <vector>

namespace artifactd {

/// drop_now(). If the signal is pending already and `options.queue` is set, it waits for the verdict first.
[[nodiscard]] Result<Dropped> drop(Case const& chosen, std::vector<PlacedFile> const& files,
                                   SubmitOptions const& options);

} // namespace artifactd
