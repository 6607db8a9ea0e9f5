#include "daemon/commands/turn/turn_statistics_text.hpp"

#include "daemon/terminal/display_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t widest_step = 10; ///< "reflection"

std::string step_row(std::string const& name, turn::StepSpending const& step,
                     turn::Spending const& spending) {
  return table_row(name, widest_step,
                   fmt::format("  {:>6}  {:>10}  {:>10}  {:>10}  {:>9.0f}  {:>10.0f}", step.calls,
                               step.usage.input, step.usage.cached, step.usage.output,
                               per_turn(step.usage.input, spending), per_turn(step.usage.output, spending)));
}

} // namespace

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
