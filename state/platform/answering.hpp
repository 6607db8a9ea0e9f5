// Directories on file systems that may hang. Whatever touches one whose server is dead (a hard NFS mount, a
// FUSE program that stopped) waits until it is back, or for ever.
#pragma once

#include "state/platform/result.hpp"

#include <string>

namespace artifactd {

/// Opens the directory in another thread, whose success does not count: the Error is that it did not answer
/// within two seconds (Fault::io), with the command that helps. While such a thread hangs, it is an Error at
/// once.
Result<void> check_answers(std::string const& directory);

} // namespace artifactd
