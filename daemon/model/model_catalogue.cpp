#include "daemon/model/model_catalogue.hpp"

namespace artifactd {

namespace {

/// More than the longest reply of any model, in bytes.
constexpr std::size_t most_reply_bytes = std::size_t{4} << 20;

model::Offer offer_of(std::string const& key, ModelConfig const& each) {
  model::Offer offer{.how = {}, .gate = each.gate};
  if (each.kind == ModelConfig::Kind::command) {
    offer.how = model::CommandRule{.id = model_id(key, each),
                                   .argv = each.command,
                                   .timeout = each.endpoint.timeouts.total,
                                   .most_output = most_reply_bytes};
  } else {
    auto endpoint = endpoint_of(each);
    endpoint.most_bytes = most_reply_bytes;
    offer.how = std::move(endpoint);
  }
  if (auto prices = prices_of(each); !prices.empty()) offer.prices[id_of(offer)] = std::move(prices);
  return offer;
}

} // namespace

std::vector<model::DatedPrice> prices_of(ModelConfig const& each) {
  if (each.free) return {{model::Day{}, {}}};
  std::vector<model::DatedPrice> prices;
  for (auto const& price : each.prices) {
    auto const input = price.input.value_or(0);
    prices.push_back({price.from.value_or(model::Day{}),
                      {.input = input,
                       .cached = price.cached.value_or(input),
                       .cache_write = price.cache_write.value_or(input),
                       .output = price.output.value_or(0)}});
  }
  return prices;
}

std::optional<model::Price> price_today(ModelConfig const& each) {
  model::PriceList const prices{{"", prices_of(each)}};
  auto const* price = model::price_of(prices, "", model::today_in_utc());
  return price == nullptr ? std::nullopt : std::optional(*price);
}

model::PriceList prices_by_key(ModelConfigs const& models) {
  model::PriceList prices;
  for (auto const& [key, each] : models)
    prices.emplace(key, prices_of(each));
  return prices;
}

model::Catalogue model_catalogue(Config const& config) {
  model::Catalogue catalogue{.offers = {}, .budget = config.model.budget};
  for (auto const& [key, each] : config.models)
    catalogue.offers.emplace(key, offer_of(key, each));
  return catalogue;
}

} // namespace artifactd
