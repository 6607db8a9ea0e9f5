#include "daemon/commands/rule/draft_statistics_text.hpp"

#include "daemon/terminal/display_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

std::string draft_statistics_text(DraftStatistics const& statistics) {
  if (statistics.drafts() == 0) return {};
  auto text = fmt::format("models were asked for {} rule{}: {} accepted, {} answers, {} times no answer\n",
                          statistics.drafts(), statistics.drafts() == 1 ? "" : "s", statistics.accepted(),
                          statistics.answers(), statistics.unanswered());
  for (auto const& [code, count] : statistics.refused())
    text += table_row(printable(code), 30, fmt::format("  {:>7} refused", count));
  return text;
}

} // namespace artifactd
