// The files behind a signal: read, checked while they are written, and put in place.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/action_body.hpp"
#include "daemon/api/submitted_files.hpp"
#include "daemon/api/typed_check.hpp"
#include "daemon/interventions/agent_limits.hpp"
#include "daemon/interventions/dropping.hpp"
#include "daemon/queries/work_files.hpp"
#include "state/platform/clock.hpp"
#include "state/vocabulary/finding.hpp"

namespace artifactd {

namespace {

std::string quoted(std::string const& version) {
  return "\"" + version.substr(0, 32) + "\"";
}

Json file_json(WorkFile const& file) {
  return {{"name", printable(file.name())},
          {"path", printable(file.path)},
          {"size", file.stamp.size},
          {"modified", iso8601(file.stamp.modified_ns)},
          {"etag", quoted(version_of(file))}};
}

/// Of all of them or, if only one is written, of that one.
std::optional<WebAnswer> not_as_seen(WebQuestion const& question, std::vector<WorkFile> const& now,
                                     std::vector<PlacedFile> const& written) {
  auto const seen = question.header("if-match");
  if (seen.empty())
    return web_problem(428, "If-Match has to say what is replaced: the ETag of the files, or of the one "
                            "file that is written");
  if (seen == quoted(version_of(now))) return std::nullopt;
  for (auto const& each : now)
    if (written.size() == 1 && each.path == written.front().path && seen == quoted(version_of(each)))
      return std::nullopt;
  auto answer = web_problem(412, "a file has changed since it was read: read it again");
  answer.headers["ETag"] = quoted(version_of(now));
  return answer;
}

} // namespace

Result<WebAnswer> answer_files(WebContext const& context, WebQuestion const& question) {
  auto const chosen = TRY(case_of(context, question));
  auto const files = TRY(list_work(chosen.session(), chosen.signal));
  auto json = to_json(chosen);
  json["files"] = Json::array();
  for (auto const& each : files)
    json["files"].push_back(file_json(each));
  auto answer = document(json);
  answer.headers["ETag"] = quoted(version_of(files));
  return answer;
}

Result<WebAnswer> answer_file(WebContext const& context, WebQuestion const& question) {
  auto const chosen = TRY(case_of(context, question));
  auto found = TRY(work_text(chosen.session(), chosen.signal, segment(question, 7)));
  auto const log = TRY(load_attempts(chosen.session(), chosen.signal));
  auto json = to_json(chosen);
  json.update(file_json(found.file));
  json["is_text"] = found.is_text;
  json["is_packed"] = found.is_packed;
  json["text"] = std::move(found.text);
  json["findings"] = to_json(findings_about(log, found.file.path));
  auto answer = document(json);
  answer.headers["ETag"] = quoted(version_of(found.file));
  return answer;
}

Result<WebAnswer> do_validate(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"files", "replace", "programs"}));
  auto const former = TRY(action_flag(body, "replace")) ? FormerFiles::remove : FormerFiles::keep;
  auto const programs = TRY(action_flag(body, "programs")) ? Programs::run : Programs::left_out;
  auto const chosen = TRY(case_of(context, question));
  auto const files = TRY(submitted_files(chosen.signal, body));
  auto const check = TRY(
      context.checks->one(question.by->name, [&] { return check_typed(chosen, files, former, programs); }));
  auto json = to_json(chosen);
  json["valid"] = !has_error(check.findings);
  json["checked"] = check.checked;
  json["findings"] = to_json(check.findings);
  return document(json);
}

/// The signal stays where it is: it is submitted again by `retry`, or with the next files by `submit`.
Result<WebAnswer> do_write(WebContext const& context, WebQuestion const& question) {
  auto const body = TRY(action_body(question, {"files"}));
  auto const chosen = TRY(case_of(context, question));
  if (chosen.signal.kind.is_document())
    return fail(Fault::invalid, "a document is judged as soon as it is written: submit it");
  auto const files = TRY(submitted_files(chosen.signal, body));
  if (files.empty()) return fail(Fault::invalid, R"("files" is empty)");
  if (question.by->scope == WebScope::agent) TRY(within_agent(chosen.session(), chosen.signal, files));
  if (auto answer = not_as_seen(question, TRY(list_work(chosen.session(), chosen.signal)), files))
    return *std::move(answer);
  TRY(place_before_signal(chosen, files));
  record_action(context, question, chosen, "write");
  auto json = to_json(chosen);
  json["written"] = Json::array();
  for (auto const& each : files)
    json["written"].push_back(each.path);
  auto answer = document(json);
  answer.headers["ETag"] = quoted(version_of(TRY(list_work(chosen.session(), chosen.signal))));
  return answer;
}

} // namespace artifactd
