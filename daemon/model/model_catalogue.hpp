// The configuration as the catalogue and prices for asking models.
#pragma once

#include "agents/model/catalogue.hpp"
#include "daemon/config/config.hpp"

namespace artifactd {

/// Holds copies: the configuration need not outlive it.
[[nodiscard]] model::Catalogue model_catalogue(Config const& config);

/// The prices of each key; empty for those without any.
[[nodiscard]] model::PriceList prices_by_key(ModelConfigs const& models);

/// The prices of this model, by its id; may be empty.
[[nodiscard]] std::vector<model::DatedPrice> prices_of(ModelConfig const& each);

/// The price that applies today, if one does.
[[nodiscard]] std::optional<model::Price> price_today(ModelConfig const& each);

} // namespace artifactd
