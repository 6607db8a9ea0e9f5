#include "daemon/commands/commands.hpp"
#include "daemon/commands/model/model_text.hpp"
#include "daemon/config/config_fields.hpp"
#include "daemon/model/model_catalogue.hpp"
#include "daemon/model/model_source.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

/// At most, the service has to start first; it answers at once.
constexpr Duration report_patience = std::chrono::seconds(10);

Result<model::ServiceReport> ask_how_things_stand(Cli const& cli, Config const& config) {
  if (config.models.empty()) return model::ServiceReport{model::day_text(model::today_in_utc()), {}, {}};
  auto const access = TRY(ModelAccess::open(config, cli.source));
  return model::ask_report(access->socket(), Monotonic::now() + report_patience);
}

/// "read", "none", "unreadable", or "?" if unknown.
std::string_view key_word(std::string const& key, ModelConfig const& each,
                          Result<model::ServiceReport> const& report) {
  if (each.key_file.empty() && each.credential.empty()) return "none";
  if (!report || !report->keys.contains(key)) return "?";
  return report->keys.at(key).empty() ? "read" : "unreadable";
}

std::string price_words(ModelConfig const& each) {
  if (each.free) return "free";
  model::PriceList const prices{{"", prices_of(each)}};
  auto const* price = model::price_of(prices, "", model::today_in_utc());
  if (price == nullptr) return "not known";
  return fmt::format("{} / {}", model::dollars(price->input), model::dollars(price->output));
}

std::string where(ModelConfig const& each) {
  return printable(each.kind == ModelConfig::Kind::command ? fmt::format("{}", fmt::join(each.command, " "))
                                                           : each.endpoint.base_url);
}

std::string_view kind_of(ModelConfig const& each) {
  for (auto const& word : model_kind_words)
    if (word.value == each.kind) return word.word;
  return "";
}

std::string limit_words(char const* of, model::Allowance const& allowance) {
  auto const money = allowance.money ? model::dollars(*allowance.money) : std::string("unlimited");
  return allowance.tokens ? fmt::format("{} {} and {} tokens", of, money, *allowance.tokens)
                          : fmt::format("{} {}", of, money);
}

void print_models(Config const& config, Result<model::ServiceReport> const& report) {
  TextTable table({"KEY", "KIND", "MODEL", "API KEY", "PRICE (IN / OUT)", "AT"});
  for (auto const& [key, each] : config.models)
    table.add({key, std::string(kind_of(each)), printable(model_id(key, each)),
               std::string(key_word(key, each, report)), price_words(each), where(each)});
  fmt::print("{}", table.text());
  auto const& budget = config.model.budget;
  fmt::print("\nat most: {}, {}, {}, {}\n", limit_words("a call", budget.call),
             limit_words("a run", budget.run), limit_words("a session and day", budget.session),
             limit_words("a day", budget.day));
  if (!report) return;
  fmt::print("spent on {}: {}\n", report->day, spending_words(report->spent));
  for (auto const& [key, trouble] : report->keys)
    if (!trouble.empty()) fmt::print("{}: {}\n", printable(key), printable(trouble));
}

Json limits_json(model::Allowance const& allowance) {
  return {{"micro_dollars", allowance.money ? Json(*allowance.money) : Json()},
          {"tokens", allowance.tokens ? Json(*allowance.tokens) : Json()}};
}

Json price_json(ModelConfig const& each) {
  model::PriceList const prices{{"", prices_of(each)}};
  auto const* price = model::price_of(prices, "", model::today_in_utc());
  if (price == nullptr) return {};
  return {{"input", price->input},
          {"cached", price->cached},
          {"cache_write", price->cache_write},
          {"output", price->output}};
}

Json list_json(Config const& config, Result<model::ServiceReport> const& report) {
  auto models = Json::array();
  for (auto const& [key, each] : config.models) {
    Json row{{"key", key},
             {"kind", kind_of(each)},
             {"model", model_id(key, each)},
             {"at", where(each)},
             {"api_key", key_word(key, each, report)},
             {"micro_dollars_per_million", price_json(each)}};
    if (report && report->keys.contains(key) && !report->keys.at(key).empty())
      row["trouble"] = report->keys.at(key);
    models.push_back(std::move(row));
  }
  auto const& budget = config.model.budget;
  Json json{{"version", 1},
            {"models", std::move(models)},
            {"limits",
             {{"call", limits_json(budget.call)},
              {"run", limits_json(budget.run)},
              {"session", limits_json(budget.session)},
              {"day", limits_json(budget.day)}}}};
  if (report)
    json["today"] = {{"day", report->day},
                     {"micro_dollars", report->spent.money},
                     {"tokens", report->spent.tokens},
                     {"unpriced_tokens", report->spent.unpriced}};
  return json;
}

} // namespace

Exit model_list_command(Cli const& cli) {
  auto const config = configuration(cli);
  if (!config) return config.error();
  auto const report = ask_how_things_stand(cli, *config);
  if (cli.output == Output::json)
    print_json(list_json(*config, report));
  else if (config->models.empty())
    tell(cli, "no model is configured: [models.KEY] of artifactd.toml names them");
  else
    print_models(*config, report);
  if (report) return Exit::ok;
  tell(cli, "the model service does not answer: " + printable(report.error().message));
  return Exit::unreachable;
}

} // namespace artifactd
