#include "daemon/queries/turn_statistics.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace artifactd {

double per_turn(std::uint64_t tokens, turn::Spending const& spending) {
  return static_cast<double>(tokens) / static_cast<double>(spending.turns);
}

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
         {{"input", per_turn(step.usage.input, spending)},
          {"output", per_turn(step.usage.output, spending)}}}};
  return {{"turns", spending.turns}, {"steps", std::move(steps)}};
}

} // namespace artifactd
