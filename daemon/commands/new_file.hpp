// Files that a command creates and never overwrites.
#pragma once

#include "state/platform/result.hpp"

#include <string>
#include <string_view>

namespace artifactd {

/// Durable. Fault::exists, and nothing changed, if the name is taken; a link counts as taken.
Result<void> write_new_file(std::string const& path, std::string_view bytes);

} // namespace artifactd
