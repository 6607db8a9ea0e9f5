#include "daemon/config/config_check.hpp"
#include "state/database/postgres_url.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// What leaves this machine unencrypted can be read in transit.
bool leaves_unencrypted(std::string_view url) {
  if (!url.starts_with("http://")) return false;
  url.remove_prefix(7);
  if (url.starts_with("[::1]")) return false;
  auto const host = url.substr(0, url.find_first_of(":/"));
  auto const address = std::ranges::all_of(host, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  return host != "localhost" && !(address && host.starts_with("127."));
}

/// One [models.KEY].
class ModelCheck {
public:
  ModelCheck(Config const& config, std::string const& key, std::vector<ConfigError>& errors)
      : config_(config), key_("models." + key), each_(config.models.at(key)), errors_(errors) {}

  void run() {
    if (each_.kind == ModelConfig::Kind::not_said)
      return note("kind", "a model needs kind = \"anthropic\", \"openai\" or \"command\"");
    for (auto const part : settings_not_of(each_.kind))
      if (config_.origins.contains(setting(part))) note(part, "does not apply to a model of this kind");
    check_prices();
    if (each_.kind != ModelConfig::Kind::command) return check_endpoint();
    if (each_.command.empty()) note("command", "a model of this kind needs command = [\"…\"]");
  }

private:
  [[nodiscard]] std::string setting(std::string_view part) const { return fmt::format("{}.{}", key_, part); }
  void note(std::string_view part, std::string message) {
    note_fault(config_, errors_, setting(part), std::move(message));
  }

  void check_prices() {
    if (each_.free && !each_.prices.empty()) note("free", "contradicts price");
    for (std::size_t i = 0; i < each_.prices.size(); ++i) {
      auto const& price = each_.prices[i];
      auto const same = [&](PriceConfig const& other) { return other.from == price.from; };
      if (!price.from || !price.input || !price.output)
        note(fmt::format("price[{}]", i), "a price needs from, input and output");
      else if (std::ranges::count_if(each_.prices, same) > 1)
        note(fmt::format("price[{}].from", i), "two prices begin on the same day");
    }
  }

  void check_endpoint() {
    auto const& endpoint = each_.endpoint;
    if (endpoint.model.empty()) note("model", "needs the name that the endpoint knows the model by");
    if (endpoint.base_url.empty()) note("base_url", "needs the URL of the endpoint");
    if (!each_.key_file.empty() && !each_.credential.empty())
      note("credential", "key_file already says where the key is: set only one of them");
    if (auto const& name = each_.credential; name.contains('/') || name.starts_with('.'))
      note("credential", "has to be the plain name that LoadCredential= gives the key");
    if (errors_.size() > before_) return; // or the same would be reported twice
    if (auto sound = model::check(endpoint_of(each_)); !sound)
      note_fault(config_, errors_, key_, sound.error().message);
    else if (endpoint_of(each_).key.kind != model::KeySource::Kind::none &&
             leaves_unencrypted(endpoint.base_url))
      note("base_url", "the key would leave this machine unencrypted: use https://");
    else if (endpoint_of(each_).key.kind != model::KeySource::Kind::none && !endpoint.proxy.empty() &&
             endpoint.base_url.starts_with("http://"))
      note("proxy", "would receive the key unencrypted: use a base_url of https://");
  }

  Config const& config_;
  std::string key_;
  ModelConfig const& each_;
  std::vector<ConfigError>& errors_;
  std::size_t before_ = errors_.size();
};

/// Since money is limited and the cost is unknown.
bool is_never_asked(ModelConfig const& each, model::Budget const& budget) {
  auto const limited = budget.call.money || budget.run.money || budget.session.money || budget.day.money;
  return limited && !each.free && each.prices.empty();
}

/// A setting that names a model; an empty key names none.
void check_key(Config const& config, std::string const& setting, std::string const& key,
               std::vector<ConfigError>& errors) {
  if (key.empty()) return;
  auto const asked = config.models.find(key);
  if (asked == config.models.end())
    note_fault(config, errors, setting, no_such_model(config.models, key));
  else if (is_never_asked(asked->second, config.model.budget))
    note_fault(config, errors, setting,
               fmt::format("[models.{}] has no price, and [model] limits dollars: it would never be asked. "
                           "Set its price, or free = true",
                           key));
}

/// The models that turns use, and where turns are kept.
void check_turns(Config const& config, std::vector<ConfigError>& errors) {
  if (auto const& url = config.turn.database; !url.empty())
    if (auto const sound = postgres::check_url(url); !sound)
      note_fault(config, errors, "turn.database", sound.error().message);
  check_key(config, "turn.small", config.turn.small, errors);
  check_key(config, "turn.large", config.turn.large, errors);
  for (auto const& key : config.turn.models)
    check_key(config, "turn.models", key, errors);
  check_key(config, "play.assistant", config.report.assistant, errors); // the model that reports use
}

/// The models that the editor uses.
void check_editor(Config const& config, std::vector<ConfigError>& errors) {
  auto const& keys = config.edit.keys;
  check_key(config, "editor.coordinator", keys.coordinator, errors);
  check_key(config, "editor.fragments", keys.fragments, errors);
  check_key(config, "editor.complex_fragments", keys.complex_fragments, errors);
  if (!keys.coordinator.empty()) return;
  for (std::size_t i = 0; i < config.agents.size(); ++i)
    if (config.agents[i].editor == editor::Engine::model)
      note_fault(config, errors, fmt::format("agent[{}].editor", i),
                 "\"model\" needs a model that plans: set coordinator of [editor]");
}

} // namespace

void check_models(Config const& config, std::vector<ConfigError>& errors) {
  for (auto const& [key, each] : config.models)
    ModelCheck(config, key, errors).run();
  check_editor(config, errors);
  check_turns(config, errors);
}

} // namespace artifactd
