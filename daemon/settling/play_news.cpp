#include "daemon/settling/play_news.hpp"

#include "daemon/process/log.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

namespace {

void tell_issue(report::PlayIssue const& issue, JournalContent content, Journal& journal,
                Activity& activity) {
  log_event(LogLevel::warning, "play issue",
            {{"session", issue.session},
             {"play", issue.play},
             {"type", issue.type},
             {"phase", issue.phase},
             {"step", static_cast<std::int64_t>(issue.step)}});
  Json detail{{"phase", issue.phase}, {"step", issue.step}, {"certain", issue.certain}};
  if (content == JournalContent::messages) detail["text"] = issue.message;
  if (!issue.edit.empty()) {
    detail["edit"] = issue.edit;
    log_event(LogLevel::info, "edit of a game asked for", {{"session", issue.session}, {"edit", issue.edit}});
  }
  journal.append({.session = issue.session,
                  .name = issue.play,
                  .kind = "play",
                  .event = "play",
                  .outcome = issue.type,
                  .detail = compact(detail)});
  activity.tell({.session = issue.session,
                 .name = issue.play,
                 .kind = "play",
                 .what = "play_issue",
                 .code = issue.type,
                 .reason = issue.message});
}

} // namespace

void tell_plays(std::string const& session, report::PlaysSeen const& seen, JournalContent content,
                Journal& journal, Activity& activity) {
  for (auto const& issue : seen.issues)
    tell_issue(issue, content, journal, activity);
  for (auto const& trouble : seen.troubles)
    log_event(LogLevel::warning, "play not examined", {{"session", session}, {"reason", trouble}});
}

void tell_answer(Session const& session, Name const& name, report::Answer const& answer, Journal& journal) {
  Json detail{{"decided_by", answer.result["decided_by"]}, {"play", answer.result["play"]}};
  if (answer.assistant) detail["assistant"] = to_json(*answer.assistant);
  if (answer.result.contains("unasked")) detail["unasked"] = true; // the reason is kept with the answer
  journal.append({.session = session.shown(),
                  .name = name.str(),
                  .kind = "report",
                  .event = "answer",
                  .outcome = answer.kept.category,
                  .detail = compact(detail)});
}

} // namespace artifactd
