// Reads a log while its writer may be appending to it: what was there when it was listed, to the byte. Only
// growth is put up with; a log that is rewritten under the reader's eyes is a file that changed.
#pragma once

#include "state/result.hpp"
#include "state/stamp.hpp"

#include <string>
#include <string_view>

namespace artifactd {

/// The first `listed.size` bytes. Fault::changed when they do not hold still or anything but growth happened.
Result<std::string> read_log(int directory, std::string const& name, Stamp const& listed);

/// Whether it is still the file that was listed, not shorter, and begins with all that was read of it.
Result<bool> only_grew(int directory, std::string const& name, Stamp const& listed, std::string_view read);

} // namespace artifactd
