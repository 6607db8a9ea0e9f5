#include "daemon/commands/history/statistics_text.hpp"

#include "daemon/terminal/display_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t widest_name = 19; ///< 80 columns with the rest

/// The most frequent first; attempts in their order.
std::vector<std::pair<std::string, Tally const*>> sorted_rows(Statistics const& statistics,
                                                              StatisticsBy what) {
  std::vector<std::pair<std::string, Tally const*>> rows;
  for (auto const& [row, tally] : statistics.by(what))
    rows.emplace_back(printable(row), &tally);
  if (what == StatisticsBy::attempt)
    std::ranges::stable_sort(rows, {}, [](auto const& row) { return row.first.size(); });
  else
    std::ranges::stable_sort(rows, std::greater(), [](auto const& row) { return row.second->refusals; });
  return rows;
}

std::string row_text(std::string const& name, std::size_t width, Tally const& tally) {
  auto recovered = tally.recovered > 0;
  return table_row(
      name, width,
      fmt::format("  {:>7}  {:>5}  {:>9}  {:>8}  {:>8}  {:>6}  {:>4}", tally.refusals, tally.cases,
                  tally.recovered, recovered ? std::to_string(median(tally.attempts)) : "-",
                  recovered ? short_duration(median(tally.times)) : "-", tally.escalated, tally.open()));
}

std::string table_text(Statistics const& statistics, StatisticsBy what) {
  auto rows = sorted_rows(statistics, what);
  if (rows.empty()) return {};
  std::string const title = statistics_words[static_cast<std::size_t>(what)];
  auto width = title.size();
  for (auto const& [name, tally] : rows)
    width = std::max(width, std::min(display_width(name), widest_name));
  auto text = "\n" + table_row(title, width,
                               fmt::format("  {:>7}  {:>5}  {:>9}  {:>8}  {:>8}  {:>6}  {:>4}", "refused",
                                           "cases", "recovered", "attempts", "time", "person", "open"));
  for (auto const& [name, tally] : rows)
    text += row_text(name, width, *tally);
  return text;
}

} // namespace

std::string statistics_text(Statistics const& statistics) {
  auto const& total = statistics.total();
  if (statistics.accepted() + total.refusals == 0) return "nothing was accepted or refused\n";
  auto text = fmt::format(
      "accepted {}, {} of them on the first attempt;\n{} refusals in {} cases, of which {} recovered and {} "
      "did not yet; {} needed a person\n",
      statistics.accepted(), statistics.accepted_at_once(), total.refusals, total.cases, total.recovered,
      total.open(), total.escalated);
  for (std::size_t table = 0; table < statistics_words.size(); ++table)
    text += table_text(statistics, static_cast<StatisticsBy>(table));
  return text;
}

} // namespace artifactd
