#include "agents/model/budget.hpp"
#include "agents/turn/prompts/cost.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/model/model_catalogue.hpp"
#include "daemon/queries/named_story.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// The sum of several steps: unknown as soon as one of the models has no price.
struct Sum {
  model::Usage usage;
  std::optional<model::MicroDollars> money = 0;

  void add(model::PriceList const& prices, std::string const& key, model::Usage const& more) {
    usage += more;
    auto const price = model::cost(prices, key, model::today_in_utc(), more);
    money = money && price ? std::optional(*money + *price) : std::nullopt;
  }
  [[nodiscard]] std::string money_text() const { return money ? model::dollars(*money) : "no price"; }
  [[nodiscard]] Json json() const {
    Json it = {{"input_tokens", usage.input}, {"output_tokens", usage.output}};
    if (money) it["dollars"] = model::dollars(*money);
    return it;
  }
};

Result<Exit> tell_cost(Cli const& cli, Config const& config, TurnCostOptions const& options) {
  auto const story = TRY(story_argument(config, options.session));
  auto const position = TRY(turn::snapshot(story.store, story.row.id, {.decay = {}, .now = turn::now()}));
  auto const steps = TRY(turn::cost_of_turn(position, options.text));
  auto const prices = prices_by_key(config.models);
  Sum least;
  Sum most;
  auto rows = Json::array();
  for (auto const& step : steps) {
    Sum lowest;
    Sum highest;
    lowest.add(prices, step.model_key, step.least);
    highest.add(prices, step.model_key, step.most);
    least.add(prices, step.model_key, step.least);
    most.add(prices, step.model_key, step.most);
    rows.push_back({{"step", step.step},
                    {"model_key", step.model_key},
                    {"least", lowest.json()},
                    {"most", highest.json()}});
    if (cli.output == Output::text)
      fmt::print("{:<20} {:<16} {:>8} – {:<8} tokens  {} – {}\n", step.step, printable(step.model_key),
                 lowest.usage.input + lowest.usage.output, highest.usage.input + highest.usage.output,
                 lowest.money_text(), highest.money_text());
  }
  if (cli.output == Output::json)
    print_json({{"version", 1},
                {"session_id", story.row.id},
                {"steps", rows},
                {"least", least.json()},
                {"most", most.json()}});
  else
    fmt::print("{:<20} {:<16} {:>8} – {:<8} tokens  {} – {}\n", "a turn", "",
               least.usage.input + least.usage.output, most.usage.input + most.usage.output,
               least.money_text(), most.money_text());
  return Exit::ok;
}

} // namespace

Exit turn_cost_command(Cli const& cli, TurnCostOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, tell_cost);
}

} // namespace artifactd
