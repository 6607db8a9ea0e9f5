#include "daemon/queries/report_statistics.hpp"

#include "daemon/queries/event_json.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

namespace {

std::uint64_t count_in(Json const& object, char const* name) {
  auto const found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

/// The average per report.
double share(double whole, std::size_t reports) {
  return reports == 0 ? 0 : whole / static_cast<double>(reports);
}

} // namespace

void ReportStatistics::take(Event const& answer) {
  auto const detail = detail_of(answer);
  ++answered_;
  ++categories_[answer.outcome];
  ++decisions_[text_member(detail, "decided_by")];
  auto const assistant = detail.find("assistant");
  if (assistant == detail.end() || !assistant->is_object()) return;
  ++assistant_.reports;
  if (detail.contains("unasked")) ++assistant_.unanswered;
  assistant_.calls += count_in(*assistant, "calls");
  if (auto const tokens = assistant->find("tokens"); tokens != assistant->end() && tokens->is_object()) {
    assistant_.input += count_in(*tokens, "input");
    assistant_.output += count_in(*tokens, "output");
  }
  auto const cost = assistant->find("cost_dollars");
  if (cost != assistant->end() && cost->is_number())
    assistant_.dollars += cost->get<double>();
  else
    ++assistant_.unpriced;
}

Json to_json(ReportStatistics const& statistics) {
  Json json{{"answered", statistics.answered()},
            {"by", {{"category", statistics.by_category()}, {"decided_by", statistics.by_decision()}}}};
  auto const& asked = statistics.assistant();
  if (asked.reports > 0)
    json["assistant"] = {{"reports", asked.reports},
                         {"unanswered", asked.unanswered},
                         {"calls", asked.calls},
                         {"tokens", {{"input", asked.input}, {"output", asked.output}}},
                         {"cost_dollars", asked.dollars},
                         {"cost_dollars_per_report", share(asked.dollars, asked.reports - asked.unpriced)},
                         {"reports_without_price", asked.unpriced}};
  return json;
}

} // namespace artifactd
