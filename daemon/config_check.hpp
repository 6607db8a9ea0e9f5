// What settings mean together: contradictions between those of a completely read Config, each at the place
// where one of them was set.
#pragma once

#include "daemon/config.hpp"

#include <string>
#include <vector>

namespace artifactd {

void check_config(Config const& config, std::vector<ConfigError>& errors);

/// The part of it that is about [models.KEY], and about who asks them.
void check_models(Config const& config, std::vector<ConfigError>& errors);

/// Notes a fault at the place where `key` was set, or the table it belongs to; not if that key is in error
/// already.
void note_fault(Config const& config, std::vector<ConfigError>& errors, std::string const& key,
                std::string message);

} // namespace artifactd
