// What the configuration means for asking models.
#pragma once

#include "agents/model/catalogue.hpp"
#include "daemon/config.hpp"

namespace artifactd {

/// Holds copies: the configuration may go.
[[nodiscard]] model::Catalogue model_catalogue(Config const& config);

/// What each key says it costs, or nothing.
[[nodiscard]] model::PriceList prices_by_key(ModelConfigs const& models);

/// Of the model's id: what it says it costs, or nothing.
[[nodiscard]] std::vector<model::DatedPrice> prices_of(ModelConfig const& each);

} // namespace artifactd
