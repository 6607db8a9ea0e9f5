#include "daemon/control/control_protocol.hpp"

#include "daemon/process/version.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

std::string line_of(Json const& json) {
  return compact(json);
}

Json object_in(std::string_view line) {
  if (!json::scan(line, {.depth = 8})) return nullptr; // parsing recurses for every bracket
  auto json = Json::parse(line, nullptr, false);
  return json.is_object() ? json : Json();
}

std::string request_line(ControlRequest const& request) {
  Json json{{"version", control_version}, {"ask", request.ask}};
  if (request.more.is_object()) json.update(request.more);
  if (!request.session.empty()) json["session"] = request.session;
  if (!request.signal.empty()) json["signal"] = request.signal;
  return line_of(json);
}

Result<ControlRequest> parse_request(std::string_view line) {
  auto json = object_in(line);
  if (json.is_null())
    return fail(Fault::invalid,
                R"(a request is one JSON object on one line, such as {"version":1,"ask":"watch"})");
  if (auto version = json.find("version"); version == json.end() || *version != control_version)
    return fail(Fault::invalid,
                fmt::format("this artifactd speaks version {} of the protocol", control_version));
  ControlRequest request{text_member(json, "ask"), text_member(json, "session"), text_member(json, "signal"),
                         json};
  if (request.ask.empty()) return fail(Fault::invalid, "\"ask\" has to be a word");
  if (json.contains("session") && request.session.empty())
    return fail(Fault::invalid, "\"session\" has to be the full path of a session");
  return request;
}

std::string greeting_line(std::string_view ask) {
  return line_of({{"version", control_version},
                  {"ok", true},
                  {"ask", ask},
                  {"artifactd", version_text},
                  {"pid", ::getpid()}});
}

std::string refusal_line(std::string_view reason) {
  return line_of({{"version", control_version}, {"ok", false}, {"error", reason}});
}

Result<void> judge_greeting(std::string_view line) {
  auto const json = object_in(line);
  auto const ok = json.find("ok");
  if (ok == json.end() || !ok->is_boolean())
    return fail(Fault::invalid, "the control socket gave an answer in an unknown format");
  if (!ok->get<bool>())
    return fail(Fault::denied, "artifactd refused: " + printable(text_member(json, "error")));
  return {};
}

std::optional<std::string> LineBuffer::take() {
  auto end = bytes_.find('\n');
  if (end == bytes_.npos || end > longest_) return std::nullopt;
  auto line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  return line;
}

} // namespace artifactd
