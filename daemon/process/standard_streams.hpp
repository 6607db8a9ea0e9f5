// Descriptors 0, 1 and 2, which a caller may have closed: the next file that is opened would take their
// place, and be read as input or written to as output.
#pragma once

namespace artifactd {

/// Occupies those that are closed, so that reading or writing them fails. Before anything is opened.
void occupy_standard_streams() noexcept;

} // namespace artifactd
