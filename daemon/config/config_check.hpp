// Contradictions between the settings of a completely read Config, each reported at the place where one of
// them was set.
#pragma once

#include "daemon/config/config.hpp"

#include <string>
#include <vector>

namespace artifactd {

void check_config(Config const& config, std::vector<ConfigError>& errors);

/// The part about [models.KEY] and about those who ask them.
void check_models(Config const& config, std::vector<ConfigError>& errors);

/// Reports a fault at the place where `key` or its table was set; not if that key already has an error.
void note_fault(Config const& config, std::vector<ConfigError>& errors, std::string const& key,
                std::string message);

/// What the web process needs to know of it.
void check_web(Config const& config, std::vector<ConfigError>& errors);

} // namespace artifactd
