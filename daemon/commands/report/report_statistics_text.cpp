#include "daemon/commands/report/report_statistics_text.hpp"

#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

std::string counts_text(ReportStatistics::Counts const& counts) {
  std::string text;
  for (auto const& [word, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, printable(word));
  return text;
}

} // namespace

std::string report_statistics_text(ReportStatistics const& statistics) {
  if (statistics.answered() == 0) return {};
  auto text = fmt::format("{} report{} answered: {}; decided by: {}\n", statistics.answered(),
                          statistics.answered() == 1 ? "" : "s", counts_text(statistics.by_category()),
                          counts_text(statistics.by_decision()));
  auto const& asked = statistics.assistant();
  if (asked.reports == 0) return text;
  text += fmt::format(
      "the assistant was asked about {} of them ({} without an answer): {} calls, {} tokens in, {} out",
      asked.reports, asked.unanswered, asked.calls, asked.input, asked.output);
  auto const priced = asked.reports - asked.unpriced;
  if (priced > 0)
    text += fmt::format(", ${:.4f}, ${:.4f} a report", asked.dollars,
                        asked.dollars / static_cast<double>(priced));
  if (asked.unpriced > 0) text += fmt::format("; {} without a known price", asked.unpriced);
  return text + "\n";
}

} // namespace artifactd
