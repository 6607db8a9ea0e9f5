// `artifactd run`: runs one program for the artifactd at the other end of stdin.
#pragma once

#include "daemon/process/exit.hpp"

#include <string>

namespace artifactd {

/// `peer` is the user who may ask, besides this one and root; empty: nobody else.
[[nodiscard]] Exit run_one_program(std::string const& peer);

} // namespace artifactd
