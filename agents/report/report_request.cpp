#include "agents/report/report_request.hpp"

#include "agents/report/report_kind.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>

namespace artifactd::report {

namespace {

constexpr char const* request_schema = R"({
  "type": "object",
  "required": ["message"],
  "additionalProperties": false,
  "properties": {
    "message": {"type": "string"},
    "play": {"type": "string", "minLength": 1, "maxLength": 64},
    "playerId": {"type": "string", "minLength": 1, "maxLength": 256},
    "step": {"type": "integer", "minimum": 1, "maximum": 9007199254740991},
    "about": {"type": "string", "minLength": 1, "maxLength": 64}
  }
})";

/// Empty if the message is readable.
std::string fault_of(std::string_view message) {
  if (message.find_first_not_of(" \t\r\n") == message.npos) return "the message is empty";
  if (!is_utf8(message)) return "the message is not UTF-8";
  if (message.contains('\0')) return "the message has the character U+0000";
  return {};
}

} // namespace

Finding report_finding(ReportRequest const& request, std::string_view code, std::string pointer,
                       std::string message, std::string hint) {
  return {.code = std::string(code),
          .tier = std::ranges::find(report_codes, code, &FindingCode::code)->tier,
          .file = request.path,
          .pointer = std::move(pointer),
          .message = std::move(message),
          .hint = std::move(hint)};
}

Result<ReportRequest> read_report_request(Session const& session, Name const& name) {
  static SchemaOrigin const origin{.text = request_schema, .shown = "report"};
  ReportRequest request{
      TRY(read_request_file(session, layout::report_of(name),
                            {.schema = origin,
                             .longest = longest_request,
                             .if_missing = "Write the report before you give the signal."})),
      {}};
  for (auto& finding : request.findings)
    if (finding.tier == Tier::schema) finding.code = "report.shape";
  if (first_error(request.findings) != nullptr) return request;
  Complaint complaint{.message = text_member(request.json, "message"),
                      .play = text_member(request.json, "play"),
                      .player = text_member(request.json, "playerId"),
                      .step = request.json.value("step", std::uint64_t{0}),
                      .about = text_member(request.json, "about")};
  if (auto fault = fault_of(complaint.message); !fault.empty())
    request.findings.push_back(report_finding(request, "report.text", "/message", std::move(fault),
                                              "Write what is wrong, or what you would like to know."));
  else
    request.complaint = std::move(complaint);
  return request;
}

Result<UniqueFd> hold_report(Session const& session, Name const& name) {
  auto const path = layout::report_of(name);
  auto held = TRY(open_beneath(session.directory(), path, O_RDONLY | O_NONBLOCK));
  if (::flock(held.get(), LOCK_EX | LOCK_NB) == 0) return held;
  if (errno != EWOULDBLOCK) return fail(errno_error("lock", path));
  return fail(Fault::busy, "another process is answering it");
}

std::vector<std::string> const& report_requirements() {
  static std::vector<std::string> const requirements = {
      "reports/<name>.json is one JSON object with `message`: what is wrong, or what you want to know.",
      "`play` is the id of a play in play/, `playerId` the player who reports, `step` the step in question.",
      "`about` is the name of an earlier report that this one continues."};
  return requirements;
}

} // namespace artifactd::report
