#include "daemon/queries/model_list.hpp"

#include "daemon/config/config_fields.hpp"
#include "daemon/model/model_catalogue.hpp"
#include "daemon/model/model_source.hpp"
#include "state/json/json_text.hpp"

#include <fmt/ranges.h>

namespace artifactd {

namespace {

/// At most, the service has to start first; it answers at once.
constexpr Duration report_patience = std::chrono::seconds(10);

Result<model::ServiceReport> ask_service(Config const& config, ConfigSource const& source) {
  if (config.models.empty()) return model::ServiceReport{model::day_text(model::today_in_utc()), {}, {}, {}};
  auto const access = TRY(ModelAccess::open(config, source));
  return model::ask_report(access->socket(), Monotonic::now() + report_patience);
}

std::string_view key_word(std::string const& key, ModelConfig const& each,
                          std::optional<model::ServiceReport> const& report) {
  if (each.key_file.empty() && each.credential.empty()) return "none";
  if (!report || !report->keys.contains(key)) return "?";
  return report->keys.at(key).empty() ? "read" : "unreadable";
}

std::string_view kind_of(ModelConfig const& each) {
  for (auto const& word : model_kind_words)
    if (word.value == each.kind) return word.word;
  return "";
}

Json limits_json(model::Allowance const& allowance) {
  return {{"micro_dollars", allowance.money ? Json(*allowance.money) : Json()},
          {"tokens", allowance.tokens ? Json(*allowance.tokens) : Json()}};
}

Json row_json(ModelList::Row const& row) {
  Json json{{"key", row.key},
            {"kind", row.kind},
            {"model", row.model},
            {"at", row.at},
            {"api_key", row.api_key},
            {"micro_dollars_per_million", row.price ? Json{{"input", row.price->input},
                                                           {"cached", row.price->cached},
                                                           {"cache_write", row.price->cache_write},
                                                           {"output", row.price->output}}
                                                    : Json()}};
  if (!row.trouble.empty()) json["trouble"] = row.trouble;
  return json;
}

} // namespace

ModelList list_models(Config const& config, ConfigSource const& source) {
  ModelList list{.rows = {}, .budget = config.model.budget, .now = {}};
  if (auto report = ask_service(config, source))
    list.now = *std::move(report);
  else
    list.unreachable = report.error().message;
  for (auto const& [key, each] : config.models) {
    auto const command = each.kind == ModelConfig::Kind::command;
    list.rows.push_back(
        {.key = key,
         .kind = kind_of(each),
         .model = model_id(key, each),
         .at = printable(command ? fmt::format("{}", fmt::join(each.command, " ")) : each.endpoint.base_url),
         .free = each.free,
         .price = price_today(each),
         .api_key = key_word(key, each, list.now)});
    if (list.now && list.now->keys.contains(key)) list.rows.back().trouble = list.now->keys.at(key);
  }
  return list;
}

Json to_json(ModelList const& list) {
  auto models = Json::array();
  for (auto const& row : list.rows)
    models.push_back(row_json(row));
  Json json{{"version", 1},
            {"models", std::move(models)},
            {"limits",
             {{"call", limits_json(list.budget.call)},
              {"run", limits_json(list.budget.run)},
              {"session", limits_json(list.budget.session)},
              {"day", limits_json(list.budget.day)}}}};
  if (list.now)
    json["today"] = {{"day", list.now->day},
                     {"micro_dollars", list.now->spent.money},
                     {"tokens", list.now->spent.tokens},
                     {"unpriced_tokens", list.now->spent.unpriced}};
  if (list.now) json["days"] = json_list(list.now->days);
  return json;
}

} // namespace artifactd
