// The settings that are read only at start; a reload cannot change them.
#pragma once

#include "daemon/config/config.hpp"

#include <string_view>
#include <vector>

namespace artifactd {

/// Gives `fresh` the values of `running` for these settings; returns the keys of those that differed.
std::vector<std::string_view> keep_start_settings(Config& fresh, Config const& running);

} // namespace artifactd
