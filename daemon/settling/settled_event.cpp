#include "daemon/settling/settled_event.hpp"

#include "daemon/status/short_error.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

namespace {

constexpr std::size_t most_journalled = 50; ///< the instructions hold all; the journal only gives an overview

Json steps_of(SignalEnd const& end) {
  auto steps = Json::array();
  for (auto const& step : end.steps)
    steps.push_back(
        {step.what,
         std::chrono::duration_cast<std::chrono::microseconds>(step.at - end.steps.front().at).count()});
  return steps;
}

Json findings_of(SignalEnd const& end, JournalContent content) {
  auto findings = Json::array();
  for (auto const& finding : end.findings) {
    if (findings.size() == most_journalled) break;
    auto& kept = findings.emplace_back(
        Json{{"code", finding.code}, {"tier", tier_word(finding.tier)}, {"file", finding.file}});
    if (finding.line) kept["line"] = *finding.line;
    if (finding.severity == Severity::warning) kept["severity"] = severity_word(finding.severity);
    if (content == JournalContent::messages) kept["message"] = finding.message;
  }
  return findings;
}

/// No attempt is left.
bool escalated(SignalEnd const& end) noexcept {
  return end.refusal && end.refusal->left == 0;
}

} // namespace

Event journal_event(std::string const& session, SignalEnd const& end, JournalContent content) {
  Json detail{{"steps", steps_of(end)}};
  if (end.reason) detail["reason"] = end.reason->message;
  if (end.generation) detail["generation"] = *end.generation;
  if (end.refusal) {
    detail["attempt"] = end.refusal->attempt;
    detail["attempts"] = end.refusal->total;
  }
  if (auto const* error = first_error(end.findings); error != nullptr && end.end == End::refused)
    detail["tier"] = tier_word(error->tier);
  if (escalated(end)) detail["escalated"] = true;
  if (!end.findings.empty()) detail["findings"] = findings_of(end, content);
  return {.session = session,
          .name = end.signal.name.str(),
          .kind = std::string(end.signal.kind.word()),
          .event = "settled",
          .outcome = std::string(end_word(end.end)),
          .detail = compact(detail)};
}

ActivityEvent activity_event(Kinds const& kinds, std::string const& session, SignalEnd const& end) {
  ActivityEvent event{.session = session,
                      .name = end.signal.name.str(),
                      .kind = std::string(end.signal.kind.word()),
                      .what = std::string(end_word(end.end)),
                      .attempt = end.refusal ? end.refusal->attempt : 0,
                      .attempts = end.refusal ? end.refusal->total : 0,
                      .reason = end.reason ? end.reason->message : "",
                      .escalated = escalated(end)};
  if (auto const* error = first_error(end.findings); error != nullptr && end.end == End::refused) {
    event.code = error->code;
    event.error = short_error(kinds, *error);
  }
  return event;
}

} // namespace artifactd
