#include "daemon/config/model_config.hpp"

#include "state/vocabulary/names.hpp"
#include "state/vocabulary/nearest.hpp"

#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <vector>

namespace artifactd {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::array not_of_anthropic = {"command"sv, "max_tokens_name"sv, "seed"sv};
constexpr std::array not_of_openai = {"command"sv};
constexpr std::array not_of_command = {
    "base_url"sv,     "key_file"sv,    "credential"sv, "shape"sv,           "max_tokens_name"sv,
    "seed"sv,         "temperature"sv, "stream"sv,     "connect_timeout"sv, "first_byte_timeout"sv,
    "idle_timeout"sv, "retries"sv,     "proxy"sv,      "ca_file"sv};

} // namespace

std::span<std::string_view const> settings_not_of(ModelConfig::Kind kind) noexcept {
  switch (kind) {
  case ModelConfig::Kind::anthropic:
    return not_of_anthropic;
  case ModelConfig::Kind::openai:
    return not_of_openai;
  case ModelConfig::Kind::command:
    return not_of_command;
  case ModelConfig::Kind::not_said:
    break;
  }
  return {};
}

std::string model_id(std::string const& key, ModelConfig const& each) {
  return each.endpoint.model.empty() ? key : each.endpoint.model;
}

std::string no_such_model(ModelConfigs const& models, std::string_view key) {
  std::vector<std::string> known;
  for (auto const& [each, model] : models)
    known.push_back(each);
  auto message = fmt::format("no model \"{}\" is configured; ", printable(key));
  message += known.empty() ? std::string("define it as [models.KEY] in artifactd.toml")
                           : fmt::format("there are: {}", fmt::join(known, ", "));
  if (auto const meant = nearest(key, known); !meant.empty())
    message += fmt::format(" (did you mean \"{}\"?)", meant);
  return message;
}

model::Endpoint endpoint_of(ModelConfig const& each) {
  using KeyKind = model::KeySource::Kind;
  auto endpoint = each.endpoint;
  endpoint.dialect =
      each.kind == ModelConfig::Kind::anthropic ? model::Dialect::anthropic : model::Dialect::openai;
  if (!each.key_file.empty())
    endpoint.key = {KeyKind::file, each.key_file};
  else if (!each.credential.empty())
    endpoint.key = {KeyKind::credential, each.credential};
  return endpoint;
}

} // namespace artifactd
