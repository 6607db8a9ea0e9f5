#include "daemon/commands/edit/edit_statistics_text.hpp"

#include "daemon/terminal/display_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t widest_engine = 16; ///< 80 columns with the rest

std::string cost_text(EditTally const& tally) {
  if (tally.spent.calls == 0) return "-";
  auto const known = model::dollars(*tally.spent.cost);
  return tally.unpriced == 0 ? known : known + "+?";
}

std::string time_at(EditTally const& tally, unsigned percent) {
  return tally.times.empty() ? "-" : short_duration(percentile(tally.times, percent));
}

std::string summary_text(EditTally const& total) {
  auto text = fmt::format("the editor ran {} time{}:", total.runs, total.runs == 1 ? "" : "s");
  for (std::size_t end = 0; end < edit_end_columns.size(); ++end)
    text += fmt::format("{} {} {}", end == 0 ? "" : ",", total.ends[end], edit_end_columns[end]);
  text += fmt::format(";\n{} of {} errors resolved", total.resolved, total.errors);
  if (total.repaired_places > 0) text += fmt::format(", {} places made valid JSON", total.repaired_places);
  text += '\n';
  if (auto const& spent = total.spent; spent.calls > 0)
    text += fmt::format("calls of models: {}; {} tokens in, {} of them cached, {} out, {}\n", spent.calls,
                        spent.input, spent.cached, spent.output, cost_text(total));
  return text;
}

/// The outcome of the runs of each engine, and their cost.
std::string engine_tables(EditStatistics const& statistics) {
  std::size_t width = std::string_view("unknown").size();
  for (auto const& [engine, tally] : statistics.by_engine())
    width = std::max(width, std::min<std::size_t>(display_width(printable(engine)), widest_engine));
  constexpr auto ends = "  {:>4}  {:>9}  {:>8}  {:>7}  {:>7}  {:>6}  {:>8}";
  constexpr auto spent = "  {:>5}  {:>8}  {:>7}  {:>7}  {:>7}";
  auto const& names = edit_end_columns;
  auto text =
      table_row("engine", width,
                fmt::format(ends, "runs", names[0], names[1], names[2], names[3], "errors", "resolved"));
  for (auto const& [engine, tally] : statistics.by_engine())
    text += table_row(printable(engine), width,
                      fmt::format(ends, tally.runs, tally.ends[0], tally.ends[1], tally.ends[2],
                                  tally.ends[3], tally.errors, tally.resolved));
  text += "\n" + table_row("engine", width, fmt::format(spent, "calls", "cost", "p50", "p95", "max"));
  for (auto const& [engine, tally] : statistics.by_engine())
    text += table_row(printable(engine), width,
                      fmt::format(spent, tally.spent.calls, cost_text(tally), time_at(tally, 50),
                                  time_at(tally, 95), time_at(tally, 100)));
  return text;
}

std::string attempt_table(EditStatistics const& statistics) {
  if (statistics.by_attempt().empty()) return {};
  auto text = fmt::format("\n{:<7}  {:>4}  {:>8}  {:>4}\n", "attempt", "runs", "resolved", "left");
  for (std::size_t i = 0; i < statistics.by_attempt().size(); ++i) {
    auto const& tally = statistics.by_attempt()[i];
    text += fmt::format("{:<7}  {:>4}  {:>8}  {:>4}\n", i + 1, tally.runs, tally.resolved, tally.left);
  }
  return text;
}

/// Those most often left open come first.
std::string pattern_table(EditStatistics const& statistics) {
  std::vector<std::pair<std::string, PatternTally>> rows;
  for (auto const& [pattern, tally] : statistics.by_pattern())
    rows.emplace_back(printable(pattern), tally);
  if (rows.empty()) return {};
  std::ranges::stable_sort(rows, std::greater(),
                           [](auto const& row) { return std::pair(row.second.open, row.second.repaired); });
  std::size_t width = std::string_view("pattern").size();
  for (auto const& [pattern, tally] : rows)
    width = std::max(width, std::min<std::size_t>(display_width(pattern), 40));
  auto text = fmt::format("\n{:<{}}  {:>8}  {:>4}\n", "pattern", width, "repaired", "open");
  for (auto const& [pattern, tally] : rows)
    text += fmt::format("{}  {:>8}  {:>4}\n", padded(pattern, width), tally.repaired, tally.open);
  return text;
}

} // namespace

std::string edit_statistics_text(EditStatistics const& statistics) {
  if (statistics.total().runs == 0) return {};
  return summary_text(statistics.total()) + "\n" + engine_tables(statistics) + attempt_table(statistics) +
         pattern_table(statistics);
}

} // namespace artifactd
