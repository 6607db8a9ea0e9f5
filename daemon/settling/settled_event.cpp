#include "daemon/settling/settled_event.hpp"

#include "daemon/process/log.hpp"
#include "daemon/status/short_error.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd {

namespace {

constexpr std::size_t most_journalled = 50; ///< the instructions hold all; the journal only gives an overview

Json steps_of(SignalEnd const& end) {
  auto steps = Json::array();
  for (auto const& step : end.steps)
    steps.push_back(
        {step_word(step.what),
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

LogLevel level_of(End end) {
  switch (end) {
  case End::refused:
  case End::pending:
    return LogLevel::warning;
  case End::again:
  case End::vanished:
    return LogLevel::debug;
  default:
    return LogLevel::info;
  }
}

std::int64_t microseconds(SignalEnd const& end) {
  if (end.steps.empty()) return 0;
  return std::chrono::duration_cast<std::chrono::microseconds>(end.steps.back().at - end.steps.front().at)
      .count();
}

/// Of the first finding of refused work, or of the reason why it waits.
std::string_view code_of(SignalEnd const& end) {
  if (end.end == End::refused && !end.findings.empty()) return end.findings.front().code;
  return end.end == End::pending && end.reason ? leading_code(end.reason->message) : std::string_view();
}

} // namespace

Event journal_event(std::string const& session, SignalEnd const& end, JournalContent content) {
  Json detail{{"steps", steps_of(end)}};
  if (end.reason) detail["reason"] = end.reason->message;
  if (end.generation) detail["generation"] = *end.generation;
  if (end.refusal) {
    detail["attempt"] = end.refusal->attempt;
    detail["attempts"] = end.refusal->total;
    detail["tier"] = tier_word(end.refusal->tier);
  } else if (auto const* error = first_error(end.findings); error != nullptr && end.end == End::refused) {
    detail["tier"] = tier_word(error->tier); // another process counted it
  }
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

void log_end(std::string const& session, SignalEnd const& end) {
  auto const level = level_of(end.end);
  auto const word = end_word(end.end);
  LogField const of_session{"session", session};
  auto const file = layout::signal(end.signal);
  LogField const signal{"signal", file};
  auto const agent = LogField::beside_text("agent", end.signal.name.str());
  auto const kind = LogField::beside_text("kind", end.signal.kind.word());
  auto const outcome = LogField::beside_text("outcome", word);
  auto const code = LogField::beside_text("code", code_of(end));
  auto const attempts = std::int64_t{end.refusal ? end.refusal->attempt : 0};
  if (end.end == End::pending)
    log_event(
        level, word,
        {of_session, signal, {"reason", end.reason ? end.reason->message : ""}, agent, kind, outcome, code});
  else if (end.end == End::refused)
    log_event(level, word,
              {of_session,
               signal,
               {"findings", static_cast<std::int64_t>(end.findings.size())},
               {"first", code_of(end)},
               {"attempt", attempts},
               {"us", microseconds(end)},
               agent,
               kind,
               outcome,
               code});
  else
    log_event(level, word, {of_session, signal, {"us", microseconds(end)}, agent, kind, outcome});
  if (escalated(end))
    log_event(LogLevel::warning, "attempts used up",
              {of_session, signal, {"attempts", attempts}, agent, kind, code});
}

} // namespace artifactd
