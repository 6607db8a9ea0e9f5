#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/queries/observation_priority.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr double greatest_count = 1e9; // exact as a double, and more than any real count

bool is_whole(double number, double least, double most) {
  return number >= least && number <= most && number == std::trunc(number);
}

/// Empty: nothing is wrong.
std::string fault_of(std::vector<double> const& numbers) {
  if (numbers.size() != 4) return "--priority takes IMPORTANCE COUNT AGE LAMBDA";
  if (!is_whole(numbers[0], 1, 5)) return "the importance is a whole number from 1 to 5";
  if (!is_whole(numbers[1], 0, greatest_count)) return "the count is a whole number from 0 on";
  auto const is_amount = [](double number) { return std::isfinite(number) && number >= 0; };
  if (!is_amount(numbers[2])) return "the age is a number of minutes from 0 on";
  return is_amount(numbers[3]) ? "" : "lambda is a number from 0 on";
}

} // namespace

Exit turn_priority_command(Cli const& cli, TurnRollOptions const& options) {
  auto const& numbers = options.priority;
  if (auto const fault = fault_of(numbers); !fault.empty()) {
    tell(cli, fault);
    return Exit::usage;
  }
  auto const it = priority_of(static_cast<int>(numbers[0]), static_cast<std::int64_t>(numbers[1]), numbers[2],
                              numbers[3]);
  if (cli.output == Output::json)
    print_json(to_json(it));
  else
    fmt::print("{} = {} * {} * {}\n", it.priority, it.importance, it.decay_weight,
               it.reinforcement_multiplier);
  return Exit::ok;
}

} // namespace artifactd
