#include "daemon/commands/rule/draft_statistics.hpp"

#include "daemon/commands/display_text.hpp"
#include "daemon/commands/history/event_text.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::uint64_t most_counted = 1'000'000; ///< more is a damaged row

std::uint64_t number_of(Json const& value) {
  return value.is_number_unsigned() ? std::min(value.get<std::uint64_t>(), most_counted) : 0;
}

} // namespace

Event draft_event(RuleWork::Asked const& asked, bool accepted) {
  Json detail{{"answers", asked.answers}, {"unanswered", asked.unanswered}, {"refused", Json::object()}};
  for (auto const& [code, count] : asked.refused)
    detail["refused"][code] = count;
  return {
      .kind = "rule", .event = "draft", .outcome = accepted ? "accepted" : "left", .detail = compact(detail)};
}

void DraftStatistics::take(Event const& draft) {
  auto const detail = detail_of(draft);
  ++drafts_;
  if (draft.outcome == "accepted") ++accepted_;
  answers_ += number_of(detail.value("answers", Json()));
  unanswered_ += number_of(detail.value("unanswered", Json()));
  auto const refused = detail.value("refused", Json());
  if (!refused.is_object()) return;
  for (auto const& [code, count] : refused.items())
    refused_[code] += number_of(count);
}

Json to_json(DraftStatistics const& statistics) {
  auto refused = Json::object();
  for (auto const& [code, count] : statistics.refused())
    refused[code] = count;
  return {{"asked", statistics.drafts()},
          {"accepted", statistics.accepted()},
          {"answers", statistics.answers()},
          {"unanswered", statistics.unanswered()},
          {"refused", std::move(refused)}};
}

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
