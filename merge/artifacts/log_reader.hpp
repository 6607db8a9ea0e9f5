// Reads exactly the part of a log that existed when it was listed, while its writer may be appending. Only
// growth is tolerated; a log that is rewritten during the read counts as changed.
#pragma once

#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

#include <string>
#include <string_view>

namespace artifactd {

/// The first `listed.size` bytes. Fault::changed if they are not stable or anything but growth happened.
Result<std::string> read_log(int directory, std::string const& name, Stamp const& listed);

/// Whether it is still the listed file, not shorter, and begins with everything that was read of it.
Result<bool> only_grew(int directory, std::string const& name, Stamp const& listed, std::string_view read);

} // namespace artifactd
