// Language models and the service that asks them, as configured ([models.KEY], [model]).
#pragma once

#include "agents/model/budget.hpp"
#include "agents/model/endpoint/endpoint.hpp"
#include "agents/model/endpoint/gate.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Prices per million tokens. `cached` and `cache_write` default to the price of input.
struct PriceConfig {
  std::optional<model::Day> from = {};
  std::optional<model::MicroDollars> input = {};
  std::optional<model::MicroDollars> cached = {};
  std::optional<model::MicroDollars> cache_write = {};
  std::optional<model::MicroDollars> output = {};
};

struct ModelConfig {
  enum class Kind : std::uint8_t { not_said, anthropic, openai, command };
  Kind kind = Kind::not_said;
  std::string key_file = {};             ///< absolute; at most one of the two
  std::string credential = {};           ///< a file in $CREDENTIALS_DIRECTORY
  std::vector<std::string> command = {}; ///< of kind command
  std::vector<PriceConfig> prices = {};  ///< none: the cost is unknown
  bool free = false;                     ///< it costs nothing
  model::GateLimits gate = {};           ///< 4 at once: only a person knows a model's own limits
  model::Endpoint endpoint = {};         ///< without dialect and key, which follow from the rest;
                                         ///< of a command only `model` and the total timeout
};

using ModelConfigs = std::map<std::string, ModelConfig, std::less<>>; ///< by key

/// A sentence for a key that is not configured: which keys exist, and which was probably meant.
[[nodiscard]] std::string no_such_model(ModelConfigs const& models, std::string_view key);

/// The settings of [models.KEY] that have no meaning for this kind: setting one is reported.
[[nodiscard]] std::span<std::string_view const> settings_not_of(ModelConfig::Kind kind) noexcept;

/// The model's id, as its endpoint and its prices know it; for a command without `model`, its key.
[[nodiscard]] std::string model_id(std::string const& key, ModelConfig const& each);

/// The endpoint with its dialect and the place of its key; not for a command.
[[nodiscard]] model::Endpoint endpoint_of(ModelConfig const& each);

struct ModelServiceConfig {
  std::string socket = {}; ///< where `artifactd model` listens; empty: the daemon starts it when needed
  /// Repairing what models broke costs cents a day; more than that is a mistake.
  model::Budget budget = {
      .run = {.money = 500'000}, .session = {.money = 2'000'000}, .day = {.money = 5'000'000}};
};

} // namespace artifactd
