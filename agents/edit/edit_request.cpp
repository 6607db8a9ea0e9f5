#include "agents/edit/edit_request.hpp"

#include "agents/edit/edit_kind.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

std::string beyond_own_files(std::string_view request, std::string_view agent) {
  auto const json = Json::parse(request, nullptr, false);
  auto const edited = text_member(json, "agent");
  if (edited.empty() || edited == agent) return {};
  return fmt::format("an agent may have its own files edited only: write \"agent\": \"{}\", not \"{}\"",
                     agent, printable(edited));
}

} // namespace artifactd

namespace artifactd::editor {

namespace {

constexpr char const* request_schema = R"({
  "type": "object",
  "required": ["agent"],
  "additionalProperties": false,
  "properties": {
    "agent": {"type": "string", "minLength": 1},
    "errors": {"type": "array", "maxItems": 500,
               "items": {"type": "string", "minLength": 1, "maxLength": 4000}},
    "wish": {"type": "string", "minLength": 1, "maxLength": 20000},
    "engine": {"enum": ["rules", "model"]}
  }
})";

Finding request_finding(std::string const& path, std::string message, std::string hint) {
  return {.code = "edit.request",
          .tier = Tier::schema,
          .file = path,
          .message = std::move(message),
          .hint = std::move(hint)};
}

/// For a request that is valid by the schema.
void take_order(nlohmann::ordered_json const& json, Name const& name, EditRequest& request) {
  auto agent = Name::parse(text_member(json, "agent"));
  if (!agent) {
    request.findings.push_back(request_finding(request.path, "`agent` is not a valid agent name",
                                               "Name the directory below artifacts/ to edit."));
    return;
  }
  EditOrder order{.agent = *std::move(agent),
                  .asked_by = "edit " + name.str(),
                  .asking = layout::signal({name, edit_kind})};
  if (auto const engine = parse_engine(text_member(json, "engine"))) order.engine = *engine;
  order.request = request.digest;
  order.reported = texts_of(json, "errors");
  if (auto const wish = text_member(json, "wish"); !wish.empty()) order.reported.push_back(wanted(wish));
  request.order = std::move(order);
}

} // namespace

Result<EditRequest> read_edit_request(Session const& session, Name const& name, EditModelKeys const& models) {
  static SchemaOrigin const origin{.text = request_schema, .shown = "edit request"};
  EditRequest request{TRY(read_request_file(session, layout::request_of(name),
                                            {.schema = origin,
                                             .longest = longest_request,
                                             .if_missing = "Write the request before the signal."})),
                      {}};
  if (first_error(request.findings) == nullptr) take_order(request.json, name, request);
  if (request.order) request.order->models = models;
  return request;
}

Finding no_such_agent(EditRequest const& request) {
  auto finding = request_finding(
      request.path, fmt::format("{} has no artifacts in this session", request.order->agent.str()),
      "Name an agent that has artifacts in this session.");
  finding.pointer = "/agent";
  return finding;
}

std::vector<std::string> const& edit_requirements() {
  static std::vector<std::string> const requirements = {
      "edits/<name>.json is one JSON object with `agent`, the agent whose artifacts to edit.",
      "`errors` lists what is wrong in words, `wish` says what is wanted; without both, the findings of the "
      "checks are repaired.",
      "`engine` is \"rules\" or \"model\"."};
  return requirements;
}

std::string wanted(std::string_view wish) {
  return fmt::format("Wanted: {}", wish);
}

} // namespace artifactd::editor
