#include "daemon/queries/story_cost.hpp"

#include "agents/model/budget.hpp"
#include "agents/turn/prompts/cost.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "daemon/model/model_catalogue.hpp"

namespace artifactd {

namespace {

Json bill_json(Bill const& bill) {
  Json json = {{"input_tokens", bill.usage.input}, {"output_tokens", bill.usage.output}};
  if (bill.money) json["dollars"] = model::dollars(*bill.money);
  return json;
}

} // namespace

Bill bill_of(model::PriceList const& prices, std::string const& model_key, model::Usage const& usage) {
  auto const* price = model::price_of(prices, model_key, model::today_in_utc());
  return {usage, price == nullptr ? std::nullopt : std::optional(model::cost(*price, usage))};
}

Result<StoryCost> cost_of_next_turn(Config const& config, NamedStory const& story, std::string const& text) {
  auto const position = TRY(turn::snapshot(story.store, story.row.id, {.decay = {}, .now = turn::now()}));
  auto const prices = prices_by_key(config.models);
  StoryCost cost{.session_id = story.row.id, .steps = {}, .turn = {"a turn", "", {}, {}}};
  for (auto const& [step, key, least, most] : TRY(turn::cost_of_turn(position, text))) {
    cost.steps.push_back({step, key, bill_of(prices, key, least), bill_of(prices, key, most)});
    cost.turn.least += cost.steps.back().least;
    cost.turn.most += cost.steps.back().most;
  }
  return cost;
}

Json to_json(StoryCost const& cost) {
  auto rows = Json::array();
  for (auto const& row : cost.steps)
    rows.push_back({{"step", row.step},
                    {"model_key", row.model_key},
                    {"least", bill_json(row.least)},
                    {"most", bill_json(row.most)}});
  return {{"version", 1},
          {"session_id", cost.session_id},
          {"steps", std::move(rows)},
          {"least", bill_json(cost.turn.least)},
          {"most", bill_json(cost.turn.most)}};
}

} // namespace artifactd
