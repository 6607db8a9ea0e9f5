#include "daemon/commands/rule/draft_event.hpp"

#include "state/json/json_text.hpp"

namespace artifactd {

Event draft_event(RuleWork::Asked const& asked, bool accepted) {
  Json detail{{"answers", asked.answers}, {"unanswered", asked.unanswered}, {"refused", Json::object()}};
  for (auto const& [code, count] : asked.refused)
    detail["refused"][code] = count;
  return {
      .kind = "rule", .event = "draft", .outcome = accepted ? "accepted" : "left", .detail = compact(detail)};
}

} // namespace artifactd
