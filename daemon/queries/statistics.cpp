#include "daemon/queries/statistics.hpp"

#include "daemon/queries/event_json.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr unsigned most_attempts = 1000; ///< more is a damaged row

/// Distinct codes of the errors of a refusal.
std::set<std::string> codes_of(Json const& detail) {
  std::set<std::string> codes;
  auto findings = detail.find("findings");
  if (findings == detail.end() || !findings->is_array()) return codes;
  for (auto const& finding : *findings)
    if (auto code = text_member(finding, "code");
        !code.empty() && text_member(finding, "severity") != "warning")
      codes.insert(std::move(code));
  return codes;
}

Json to_json(Tally const& tally) {
  Json json{{"refusals", tally.refusals},
            {"cases", tally.cases},
            {"recovered", tally.recovered},
            {"escalated", tally.escalated},
            {"open", tally.open()}};
  if (tally.recovered > 0) {
    json["median_attempts"] = median(tally.attempts);
    json["median_recovery_ns"] = median(tally.times).count();
  }
  return json;
}

} // namespace

template <class T>
T median(std::vector<T> values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}
template unsigned median(std::vector<unsigned>);
template Duration median(std::vector<Duration>);

void Statistics::take(Event const& verdict) {
  std::array key{verdict.session, verdict.name, verdict.kind};
  if (verdict.outcome == "refused") {
    refuse(verdict, cases_[key]);
    return;
  }
  ++accepted_;
  auto open = cases_.find(key);
  if (open == cases_.end()) return;
  accept(verdict, open->second);
  cases_.erase(open);
}

void Statistics::refuse(Event const& verdict, Case& open) {
  auto detail = detail_of(verdict);
  ++open.refusals;
  auto number = detail.value("attempt", Json());
  auto attempt =
      number.is_number_unsigned() ? std::min(number.get<unsigned>(), most_attempts) : open.refusals;
  open.attempt = std::max(open.attempt, attempt);
  std::set<Label> labels;
  auto label = [&](StatisticsBy what, std::string row) {
    if (!row.empty()) labels.emplace(static_cast<std::size_t>(what), std::move(row));
  };
  for (auto const& code : codes_of(detail))
    label(StatisticsBy::code, code);
  label(StatisticsBy::tier, text_member(detail, "tier"));
  label(StatisticsBy::agent, verdict.name);
  label(StatisticsBy::kind, verdict.kind);
  label(StatisticsBy::attempt, std::to_string(attempt));

  ++total_.refusals;
  if (open.refusals == 1) {
    open.since_ns = verdict.wall_ns;
    ++total_.cases;
  }
  for (auto const& each : labels) {
    auto& tally = tables_[each.first][each.second];
    ++tally.refusals;
    if (open.labels.insert(each).second) ++tally.cases;
  }
  if (detail.value("escalated", Json()) != true || std::exchange(open.escalated, true)) return;
  ++total_.escalated;
  for (auto const& [table, row] : open.labels)
    ++tables_[table][row].escalated;
}

void Statistics::accept(Event const& verdict, Case const& open) {
  auto time = Duration(std::max<std::int64_t>(verdict.wall_ns - open.since_ns, 0));
  auto count = [&](Tally& tally) {
    ++tally.recovered;
    tally.attempts.push_back(open.attempt + 1);
    tally.times.push_back(time);
  };
  count(total_);
  for (auto const& [table, row] : open.labels)
    count(tables_[table][row]);
}

Json to_json(Statistics const& statistics) {
  Json by = Json::object();
  for (std::size_t table = 0; table < statistics_words.size(); ++table) {
    auto& rows = by[statistics_words[table]] = Json::object();
    for (auto const& [row, tally] : statistics.by(static_cast<StatisticsBy>(table)))
      rows[row] = to_json(tally);
  }
  return {{"accepted", statistics.accepted()},
          {"accepted_at_once", statistics.accepted_at_once()},
          {"total", to_json(statistics.total())},
          {"by", std::move(by)}};
}

} // namespace artifactd
