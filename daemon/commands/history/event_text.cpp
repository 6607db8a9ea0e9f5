#include "daemon/commands/history/event_text.hpp"

#include "daemon/commands/edit/edit_phrase.hpp"
#include "daemon/queries/event_json.hpp"
#include "daemon/status/short_error.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"
#include "state/settle/budget.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

struct ToldStep {
  std::string what;
  std::int64_t at_us = 0; ///< since the first step
};

/// detail.steps: [["seen", 0], ["read", 120], …]
std::vector<ToldStep> steps_of(Json const& detail) {
  std::vector<ToldStep> steps;
  auto list = detail.find("steps");
  if (list == detail.end() || !list->is_array()) return steps;
  for (auto const& step : *list)
    if (step.is_array() && step.size() == 2 && step[0].is_string() && step[1].is_number_integer())
      steps.push_back({step[0].get<std::string>(), step[1].get<std::int64_t>()});
  return steps;
}

std::string time_text(std::int64_t us) {
  return short_duration(std::chrono::microseconds(us));
}

std::string text_of(Json const& value) {
  return printable(value.is_string() ? value.get<std::string>() : compact(value));
}

std::string member(Json const& object, char const* key) {
  auto found = object.find(key);
  return found == object.end() ? std::string() : text_of(*found);
}

std::string finding_text(Kinds const& kinds, Json const& finding) {
  if (!finding.is_object()) return text_of(finding);
  auto place = member(finding, "file");
  if (auto const line = member(finding, "line"); !place.empty() && !line.empty()) place += ":" + line;
  auto code = member(finding, "code");
  auto message = member(finding, "message"); // kept only if the configuration says so
  if (message.empty()) message = code_meaning(kinds, code);
  return fmt::format("{}{}{} [{}]", place, place.empty() ? "" : ": ", message, code);
}

std::vector<std::string> findings_of(Kinds const& kinds, Json const& detail) {
  std::vector<std::string> lines;
  auto list = detail.find("findings");
  if (list != detail.end() && list->is_array())
    for (auto const& finding : *list)
      lines.push_back(finding_text(kinds, finding));
  return lines;
}

/// Whether it has the number of an attempt and of those that were granted.
bool is_numbered(Json const& detail) {
  auto const counts = [&](char const* key) {
    auto const found = detail.find(key);
    return found != detail.end() && found->is_number_integer();
  };
  return counts("attempt") && counts("attempts");
}

/// The members of the detail besides steps and findings.
std::string rest_of(Event const& event, Json const& detail) {
  if (event.event == "edit") return edit_phrase(told_edit(event));
  std::string text;
  auto const numbered = is_numbered(detail);
  if (numbered)
    text = "attempt " + attempt_in_words(detail["attempt"].get<int>(), detail["attempts"].get<int>());
  for (auto const& [key, value] : detail.items())
    if (key != "steps" && key != "findings" && !(numbered && key.starts_with("attempt")))
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key == "text" ? "" : printable(key),
                          text_of(value));
  return text.starts_with(' ') ? text.substr(1) : text;
}

std::string outcome_of(Event const& event) {
  return printable(event.event == "settled" || event.outcome.empty()
                       ? (event.outcome.empty() ? event.event : event.outcome)
                       : event.event + " " + event.outcome);
}

/// "; 12 times until 2026-…"
std::string repeats(RepeatedEvent const& row) {
  return row.times == 1 ? "" : fmt::format("; {} times until {}", row.times, iso8601(row.until_ns));
}

} // namespace

std::string one_line(Kinds const& kinds, RepeatedEvent const& row) {
  auto const& event = row.event;
  auto detail = detail_of(event);
  auto signal = event.name.empty() ? std::string() : printable(signal_word(event.name, event.kind));
  auto line = fmt::format("{}  {:<9}  {}  {}", iso8601(event.wall_ns), outcome_of(event),
                          printable(event.session), signal);
  if (auto steps = steps_of(detail); !steps.empty()) line += "  " + time_text(steps.back().at_us);
  if (auto rest = rest_of(event, detail); !rest.empty()) line += "  " + rest;
  auto findings = findings_of(kinds, detail);
  if (!findings.empty()) line += "  " + findings.front();
  if (findings.size() > 1) line += fmt::format(" (and {} more)", findings.size() - 1);
  return line + repeats(row);
}

std::vector<std::string> story(Kinds const& kinds, RepeatedEvent const& row) {
  auto const& event = row.event;
  auto detail = detail_of(event);
  auto head = fmt::format("{}  {}", iso8601(event.wall_ns), outcome_of(event));
  if (auto rest = rest_of(event, detail); !rest.empty()) head += "  " + rest;
  std::vector<std::string> lines{head + repeats(row)};
  std::int64_t before = 0;
  for (auto const& step : steps_of(detail)) {
    lines.push_back(fmt::format("    {:>9}  {:<10} +{}", time_text(step.at_us), printable(step.what),
                                time_text(step.at_us - before)));
    before = step.at_us;
  }
  for (auto const& finding : findings_of(kinds, detail))
    lines.push_back("    " + finding);
  return lines;
}

} // namespace artifactd
