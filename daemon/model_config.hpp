// Language models and the service that asks them, as a person sets them ([models.KEY], [model]).
#pragma once

#include "agents/model/budget.hpp"
#include "agents/model/endpoint.hpp"
#include "agents/model/gate.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Of a million tokens each. Without `cached` and `cache_write` they cost what input costs.
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
  std::vector<PriceConfig> prices = {};  ///< none: what it costs is not known
  bool free = false;                     ///< it costs nothing
  model::GateLimits gate = {};           ///< 4 at once: a model's own limits are a person's to know
  model::Endpoint endpoint = {};         ///< without dialect and key, which follow from the rest;
                                         ///< of a command only `model` and the total timeout
};

using ModelConfigs = std::map<std::string, ModelConfig, std::less<>>; ///< by key

/// A sentence for who asked for one that is not there: which there are, and which may be meant.
[[nodiscard]] std::string no_such_model(ModelConfigs const& models, std::string_view key);

/// The settings of [models.KEY] that mean nothing for this kind: who sets one is told.
[[nodiscard]] std::span<std::string_view const> settings_not_of(ModelConfig::Kind kind) noexcept;

/// Which model it is, as its endpoint and its prices know it; of a command without `model`, its key.
[[nodiscard]] std::string model_id(std::string const& key, ModelConfig const& each);

/// The endpoint with its dialect and its key's place; not of a command.
[[nodiscard]] model::Endpoint endpoint_of(ModelConfig const& each);

struct ModelServiceConfig {
  std::string socket = {}; ///< where `artifactd model` listens; empty: the daemon starts it when it is needed
  /// A day of a run that mends what models broke costs cents; what is more is somebody's mistake.
  model::Budget budget = {
      .run = {.money = 500'000}, .session = {.money = 2'000'000}, .day = {.money = 5'000'000}};
};

} // namespace artifactd
