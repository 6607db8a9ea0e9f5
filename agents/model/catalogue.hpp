// Which models `artifactd model` asks: how, with which key, and at what maximum cost. Plain values.
#pragma once

#include "agents/model/budget.hpp"
#include "agents/model/command_model.hpp"
#include "agents/model/endpoint/endpoint.hpp"
#include "agents/model/endpoint/gate.hpp"

#include <functional>
#include <map>
#include <string>
#include <variant>

namespace artifactd::model {

struct Offer {
  std::variant<Endpoint, CommandRule> how; ///< an endpoint that check() accepts
  GateLimits gate = {};
  PriceList prices = {}; ///< only the entry of its id
};

/// The id used in prices and cassettes.
[[nodiscard]] std::string const& id_of(Offer const& offer);

struct Catalogue {
  std::map<std::string, Offer, std::less<>> offers; ///< by key
  Budget budget = {};
};

} // namespace artifactd::model
