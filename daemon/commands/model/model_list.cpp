#include "daemon/queries/model_list.hpp"

#include "daemon/commands/commands.hpp"
#include "daemon/commands/model/model_text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

std::string price_words(ModelList::Row const& row) {
  if (row.free) return "free";
  return row.price
             ? fmt::format("{} / {}", model::dollars(row.price->input), model::dollars(row.price->output))
             : "not known";
}

std::string limit_words(char const* of, model::Allowance const& allowance) {
  auto const money = allowance.money ? model::dollars(*allowance.money) : std::string("unlimited");
  return allowance.tokens ? fmt::format("{} {} and {} tokens", of, money, *allowance.tokens)
                          : fmt::format("{} {}", of, money);
}

void print_models(ModelList const& list) {
  TextTable table({"KEY", "KIND", "MODEL", "API KEY", "PRICE (IN / OUT)", "AT"});
  for (auto const& row : list.rows)
    table.add({row.key, std::string(row.kind), printable(row.model), std::string(row.api_key),
               price_words(row), row.at});
  fmt::print("{}", table.text());
  auto const& budget = list.budget;
  fmt::print("\nat most: {}, {}, {}, {}\n", limit_words("a call", budget.call),
             limit_words("a run", budget.run), limit_words("a session and day", budget.session),
             limit_words("a day", budget.day));
  if (list.now) fmt::print("spent on {}: {}\n", list.now->day, spending_words(list.now->spent));
  for (auto const& row : list.rows)
    if (!row.trouble.empty()) fmt::print("{}: {}\n", printable(row.key), printable(row.trouble));
}

} // namespace

Exit model_list_command(Cli const& cli) {
  auto const config = configuration(cli);
  if (!config) return config.error();
  auto const list = list_models(*config, cli.source);
  if (cli.output == Output::json)
    print_json(to_json(list));
  else if (list.rows.empty())
    tell(cli, "no model is configured: [models.KEY] of artifactd.toml names them");
  else
    print_models(list);
  if (list.now) return Exit::ok;
  tell(cli, "the model service does not answer: " + printable(list.unreachable));
  return Exit::unreachable;
}

} // namespace artifactd
