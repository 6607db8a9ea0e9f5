#include "daemon/commands/turn/turn_statistics.hpp"

#include "daemon/commands/display_text.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

constexpr std::size_t widest_step = 10; ///< "reflection"

double a_turn(std::uint64_t tokens, turn::Spending const& spending) {
  return static_cast<double>(tokens) / static_cast<double>(spending.turns);
}

std::string step_row(std::string const& name, turn::StepSpending const& step,
                     turn::Spending const& spending) {
  return table_row(name, widest_step,
                   fmt::format("  {:>6}  {:>10}  {:>10}  {:>10}  {:>9.0f}  {:>10.0f}", step.calls,
                               step.usage.input, step.usage.cached, step.usage.output,
                               a_turn(step.usage.input, spending), a_turn(step.usage.output, spending)));
}

} // namespace

Result<turn::Spending> turn_spending(Config const& config, turn::Time since, std::string const& path) {
  auto const database = config.stories();
  std::error_code error;
  auto const is_file = config.turn.database.empty();
  if (is_file && !std::filesystem::exists(database, error) && !error) return turn::Spending{};
  auto const store = TRY(turn::Store::open(database));
  return turn::spending(store, since, path);
}

nlohmann::ordered_json to_json(turn::Spending const& spending) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::object();
  for (auto const& [name, step] : spending.steps)
    steps[name] = {
        {"calls", step.calls},
        {"tokens",
         {{"input", step.usage.input}, {"cached", step.usage.cached}, {"output", step.usage.output}}},
        {"tokens_per_turn",
         {{"input", a_turn(step.usage.input, spending)}, {"output", a_turn(step.usage.output, spending)}}}};
  return {{"turns", spending.turns}, {"steps", std::move(steps)}};
}

std::string turn_statistics_text(turn::Spending const& spending) {
  if (spending.turns == 0) return {};
  auto text = fmt::format("{} turn{} played; tokens of model calls, repairs and retries included\n\n",
                          spending.turns, spending.turns == 1 ? " was" : "s were");
  text += table_row("step", widest_step,
                    fmt::format("  {:>6}  {:>10}  {:>10}  {:>10}  {:>9}  {:>10}", "calls", "in", "of cache",
                                "out", "in a turn", "out a turn"));
  turn::StepSpending all;
  for (auto const& [name, step] : spending.steps) {
    text += step_row(printable(name), step, spending);
    all.calls += step.calls;
    all.usage += step.usage;
  }
  return text + step_row("all", all, spending);
}

} // namespace artifactd
