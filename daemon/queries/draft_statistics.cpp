#include "daemon/queries/draft_statistics.hpp"

#include "daemon/queries/event_json.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::uint64_t most_counted = 1'000'000; ///< more is a damaged row

std::uint64_t number_of(Json const& value) {
  return value.is_number_unsigned() ? std::min(value.get<std::uint64_t>(), most_counted) : 0;
}

} // namespace

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
  return {{"asked", statistics.drafts()},
          {"accepted", statistics.accepted()},
          {"answers", statistics.answers()},
          {"unanswered", statistics.unanswered()},
          {"refused", statistics.refused()}};
}

} // namespace artifactd
