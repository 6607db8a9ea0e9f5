// The answer to `model list`: which models are configured, what they cost, whether their keys can be read,
// and what was spent today.
#pragma once

#include "agents/model/service_message.hpp"
#include "daemon/config/config.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct ModelList {
  struct Row {
    std::string key;
    std::string_view kind;
    std::string model; ///< its name at the endpoint
    std::string at;    ///< the endpoint or the command
    bool free = false;
    std::optional<model::Price> price = {}; ///< as of today
    std::string_view api_key;               ///< "read", "none", "unreadable", or "?" if unknown
    std::string trouble = {};               ///< why the key cannot be read
  };
  std::vector<Row> rows;
  model::Budget budget;                    ///< what calls may use
  std::optional<model::ServiceReport> now; ///< of the model service; it is started if it does not run
  std::string unreachable = {};            ///< why there is none
};

[[nodiscard]] ModelList list_models(Config const& config, ConfigSource const& source);

[[nodiscard]] nlohmann::ordered_json to_json(ModelList const& list);

} // namespace artifactd
