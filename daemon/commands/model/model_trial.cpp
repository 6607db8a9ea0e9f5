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

/// A model to test, and the most that may cost.
struct Tested {
  std::string key;
  ModelConfig const& each;
  std::string id;
  model::PriceList prices;
  model::Spending most = {};
};

Tested tested(std::string const& key, ModelConfig const& each) {
  Tested model{key, each, model_id(key, each), {}};
  model.prices[model.id] = prices_of(each);
  auto const* price = model::price_of(model.prices, model.id, model::today_in_utc());
  for (auto const& request : model::probe_requests())
    model.most += model::most_spending(price, request);
  return model;
}

/// The tests of one day share one account, each is a run of its own.
model::Spender tester() {
  return {"artifactctl", "artifactctl model test " + iso8601_now()};
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

model::Spending spent_on(Tested const& model, model::Usage const& usage) {
  auto const money = model::cost(model.prices, model.id, model::today_in_utc(), usage);
  auto const tokens = usage.input + usage.output;
  return {.tokens = tokens, .money = money.value_or(0), .unpriced = money ? 0 : tokens};
}

Json probe_json(Tested const& model, model::Probe const* probe) {
  Json json{{"version", 1}, {"key", model.key}, {"model", model.id}, {"at_most", spending_json(model.most)}};
  if (probe == nullptr) return json;
  auto& checks = json["checks"] = Json::array();
  for (auto const& line : probe->lines)
    checks.push_back(
        {{"check", line.what}, {"answered", model::answered_word(line.answered)}, {"detail", line.detail}});
  json["spent"] = spending_json(spent_on(model, probe->usage));
  json["spent"]["estimated"] = probe->estimated;
  json["ok"] = does_what_is_configured(*probe, model.each);
  return json;
}

void print_probe(Tested const& model, model::Probe const& probe) {
  for (auto const& line : probe.lines)
    fmt::print("{:<8} {:<9} {}\n", line.what, model::answered_word(line.answered), line.detail);
  fmt::print("spent    {}{}\n", spending_words(spent_on(model, probe.usage)),
             probe.estimated ? " at most: some calls did not report their usage" : "");
}

Result<Exit> ask_it(Cli const& cli, Config const& config, Tested const& model) {
  auto const access = TRY(ModelAccess::open(config, cli.source));
  auto const place = TRY(model_place(config.models, access->socket(), model.key));
  auto const spender = tester();
  model::RemoteModel asked(place, spender);
  model::RemoteModel misnamed(place, spender, model::RemoteModel::Naming::wrong);
  auto const probe = model::probe(asked, model.each.kind == ModelConfig::Kind::command ? nullptr : &misnamed);
  if (cli.output == Output::json)
    print_json(probe_json(model, &probe));
  else
    print_probe(model, probe);
  return does_what_is_configured(probe, model.each) ? Exit::ok : Exit::judged_bad;
}

Result<Exit> test_model(Cli const& cli, Config const& config, ModelTestOptions const& options) {
  auto const place = TRY(model_place(config.models, config.model_path(), options.key));
  auto const model = tested(place.key, config.models.at(place.key));
  tell(cli, fmt::format("{} calls of {}, at most {}", model::probe_requests().size(), printable(model.id),
                        spending_words(model.most)));
  if (options.asking == ModelTestOptions::Asking::yes) return ask_it(cli, config, model);
  if (cli.output == Output::json)
    print_json(probe_json(model, nullptr));
  else
    tell(cli, "nothing was sent; --live makes the calls");
  return Exit::ok;
}

} // namespace

Exit model_test_command(Cli const& cli, ModelTestOptions const& options) {
  auto const config = configuration(cli);
  if (!config) return config.error();
  auto const exit = test_model(cli, *config, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
