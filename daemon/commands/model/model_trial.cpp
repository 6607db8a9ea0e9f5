#include "agents/model/probe.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/model/model_text.hpp"
#include "daemon/model/model_catalogue.hpp"
#include "daemon/model/model_source.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// A test of one model: what it costs at most, and what came of it once the calls were made.
struct ModelTrial {
  std::string key;
  std::string id; ///< of the model
  model::Spending most = {};
  std::optional<model::Probe> probe = {};
  model::Spending spent = {};
  bool ok = true; ///< the model does what is configured, as far as it was asked
};

model::Spending most_spent_on(ModelConfig const& each) {
  model::Spending most;
  auto const price = price_today(each);
  for (auto const& request : model::probe_requests())
    most += model::most_spending(price ? &*price : nullptr, request);
  return most;
}

model::Spending spent_on(ModelConfig const& each, model::Usage const& usage) {
  auto const price = price_today(each);
  auto const tokens = usage.input + usage.output;
  return {.tokens = tokens, .money = price ? model::cost(*price, usage) : 0, .unpriced = price ? 0 : tokens};
}

/// A schema that is not sent need not be followed, and not every endpoint has a cache.
bool does_what_is_configured(model::Probe const& probe, ModelConfig const& each) {
  auto const told_of_shape =
      each.kind != ModelConfig::Kind::command && (each.endpoint.shape == model::ShapeForm::json_schema ||
                                                  each.endpoint.shape == model::ShapeForm::flat_schema);
  return std::ranges::all_of(probe.lines, [&](model::ProbeLine const& line) {
    if (line.what == "answers") return line.answered == model::Answered::yes;
    return line.what != "schema" || !told_of_shape || line.answered == model::Answered::yes;
  });
}

Json spending_json(model::Spending const& spending) {
  return {{"tokens", spending.tokens},
          {"micro_dollars", spending.unpriced > 0 ? Json() : Json(spending.money)}};
}

Json to_json(ModelTrial const& trial) {
  Json json{{"version", 1}, {"key", trial.key}, {"model", trial.id}, {"at_most", spending_json(trial.most)}};
  if (!trial.probe) return json;
  auto& checks = json["checks"] = Json::array();
  for (auto const& line : trial.probe->lines)
    checks.push_back(
        {{"check", line.what}, {"answered", model::answered_word(line.answered)}, {"detail", line.detail}});
  json["spent"] = spending_json(trial.spent);
  json["spent"]["estimated"] = trial.probe->estimated;
  json["ok"] = trial.ok;
  return json;
}

void print_probe(model::Probe const& probe, model::Spending const& spent) {
  for (auto const& line : probe.lines)
    fmt::print("{:<8} {:<9} {}\n", line.what, model::answered_word(line.answered), line.detail);
  fmt::print("spent    {}{}\n", spending_words(spent),
             probe.estimated ? " at most: some calls did not report their usage" : "");
}

/// The tests of one day share one account, each is a run of its own.
Result<model::Probe> ask_it(Cli const& cli, Config const& config, std::string const& key) {
  auto const access = TRY(ModelAccess::open(config, cli.source));
  auto const place = TRY(model_place(config.models, access->socket(), key));
  model::Spender const spender{"artifactctl", "artifactctl model test " + iso8601_now()};
  model::RemoteModel asked(place, spender);
  model::RemoteModel misnamed(place, spender, model::RemoteModel::Naming::wrong);
  auto const has_names = config.models.at(key).kind != ModelConfig::Kind::command;
  return model::probe(asked, has_names ? &misnamed : nullptr);
}

Result<Exit> test_model(Cli const& cli, Config const& config, ModelTestOptions const& options) {
  auto const place = TRY(model_place(config.models, config.model_path(), options.key));
  auto const& each = config.models.at(place.key);
  ModelTrial trial{.key = place.key, .id = model_id(place.key, each), .most = most_spent_on(each)};
  tell(cli, fmt::format("{} calls of {}, at most {}", model::probe_requests().size(), printable(trial.id),
                        spending_words(trial.most)));
  if (options.asking == ModelTestOptions::Asking::yes) {
    trial.probe = TRY(ask_it(cli, config, trial.key));
    trial.spent = spent_on(each, trial.probe->usage);
    trial.ok = does_what_is_configured(*trial.probe, each);
  }
  if (cli.output == Output::json)
    print_json(to_json(trial));
  else if (trial.probe)
    print_probe(*trial.probe, trial.spent);
  else
    tell(cli, "nothing was sent; --live makes the calls");
  return trial.ok ? Exit::ok : Exit::judged_bad;
}

} // namespace

Exit model_test_command(Cli const& cli, ModelTestOptions const& options) {
  return run_configured(cli, configuration(cli), options, test_model);
}

} // namespace artifactd
