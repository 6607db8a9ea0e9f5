// Models whose calls are observed, for counting them: which was asked, how it ended, and what it cost.
#pragma once

#include "agents/model/price.hpp"
#include "agents/model/service_message.hpp"
#include "agents/model/source.hpp"

#include <functional>
#include <string>

namespace artifactd {

struct CallEnd {
  std::string const& key; ///< as configured, [models.KEY]
  model::Outcome const& outcome;
  model::MicroDollars cost; ///< 0 if the model has no price
};

/// Called after each call, on the thread that made it.
using CallObserver = std::function<void(CallEnd const&)>;

/// The models of `open`; `prices` are by key. Without an observer: `open` itself.
[[nodiscard]] model::ModelSource counted_source(model::ModelSource open, model::PriceList prices,
                                                CallObserver observe);

} // namespace artifactd
