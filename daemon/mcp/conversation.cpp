#include "daemon/mcp/conversation.hpp"

#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::mcp {

namespace {

using Step = Conversation::Step;

constexpr std::size_t longest_quoted = 64;

std::string in_quotes(std::string_view text) {
  return "\"" + abbreviated(printable(text), longest_quoted) + "\"";
}

/// A page of a list is never left over, so no cursor was ever given out.
std::optional<Mistake> cursor_in(Request const& request) {
  if (!request.params.contains("cursor")) return std::nullopt;
  return Mistake{ErrorCode::invalid_params, "lists have one page: there is no such cursor", request.id};
}

Json progress_token_of(Json const& params) {
  auto const meta = params.find("_meta");
  if (meta == params.end() || !meta->is_object()) return nullptr;
  auto const token = meta->find("progressToken");
  return token != meta->end() && is_token(*token) ? *token : Json();
}

Json to_json(ToolOffer const& tool, Revision revision) {
  Json json{{"name", tool.name}};
  if (has_structure(revision)) json["title"] = tool.title;
  json["description"] = tool.description;
  json["inputSchema"] = tool.input;
  if (has_structure(revision)) json["outputSchema"] = tool.output;
  json["annotations"] = {
      {"readOnlyHint", tool.read_only}, {"destructiveHint", false}, {"openWorldHint", false}};
  return json;
}

} // namespace

Json Conversation::refuse(Mistake const& mistake) const {
  auto json = answer(mistake);
  if (mistake.id.is_null() && revision_ && leaves_out_unknown_ids(*revision_)) json.erase("id");
  return json;
}

std::vector<Step> Conversation::take(Line const& line) {
  if (line.batch && (!revision_ || !has_batches(*revision_)))
    return {refuse({ErrorCode::invalid_request, "this protocol version has no batches: one message a line"})};
  std::vector<Step> steps;
  for (auto const& message : line.messages)
    steps.push_back(take(message));
  return steps;
}

Step Conversation::take(Message const& message) {
  if (auto const* mistake = std::get_if<Mistake>(&message)) return refuse(*mistake);
  if (auto const* request = std::get_if<Request>(&message)) return asked(*request);
  auto const* told = std::get_if<Notification>(&message);
  if (told == nullptr || told->method != "notifications/cancelled") return std::monostate();
  auto const id = told->params.value("requestId", Json());
  return is_token(id) ? Step(Cancelled{id}) : Step(std::monostate());
}

Step Conversation::asked(Request const& request) {
  auto const& method = request.method;
  if (method == "ping") return answer(request.id, Json::object());
  if (method == "initialize") return initialize(request);
  if (!revision_)
    return refuse({ErrorCode::invalid_request, "the first request has to be initialize", request.id});
  if (method == "tools/call") return call(request);
  if (method == "resources/read") return read(request);
  if (method == "tools/list" || method == "resources/list" || method == "resources/templates/list") {
    if (auto const wrong = cursor_in(request)) return refuse(*wrong);
    if (method == "tools/list") return answer(request.id, tool_list());
    if (method == "resources/list") return Work{.what = Work::What::resource_list, .id = request.id};
    return answer(request.id, {{"resourceTemplates", Json::array()}});
  }
  return refuse({ErrorCode::unknown_method, "there is no method " + in_quotes(method), request.id});
}

Json Conversation::initialize(Request const& request) {
  if (revision_) return refuse({ErrorCode::invalid_request, "initialize was called before", request.id});
  auto const asked_for = text_member(request.params, "protocolVersion");
  if (asked_for.empty())
    return refuse({ErrorCode::invalid_params, "protocolVersion has to be a string", request.id});
  revision_ = negotiated(asked_for);
  Json info{{"name", "artifactd"}};
  if (has_structure(*revision_)) info["title"] = "artifactd";
  info["version"] = offer_.version;
  return answer(request.id, {{"protocolVersion", word_of(*revision_)},
                             {"capabilities", {{"tools", Json::object()}, {"resources", Json::object()}}},
                             {"serverInfo", std::move(info)},
                             {"instructions", offer_.instructions}});
}

Json Conversation::tool_list() const {
  auto tools = Json::array();
  for (auto const& tool : offer_.tools)
    tools.push_back(to_json(tool, *revision_));
  return {{"tools", std::move(tools)}};
}

Step Conversation::call(Request const& request) const {
  auto const name = text_member(request.params, "name");
  if (std::ranges::find(offer_.tools, name, &ToolOffer::name) == offer_.tools.end())
    return refuse({ErrorCode::invalid_params, "there is no tool " + in_quotes(name), request.id});
  auto const arguments = request.params.value("arguments", Json::object());
  if (!arguments.is_object())
    return refuse({ErrorCode::invalid_params, "arguments has to be an object", request.id});
  return Work{.what = Work::What::tool,
              .id = request.id,
              .name = name,
              .arguments = arguments,
              .progress_token = progress_token_of(request.params)};
}

Step Conversation::read(Request const& request) const {
  auto const uri = text_member(request.params, "uri");
  if (uri.empty()) return refuse({ErrorCode::invalid_params, "uri has to be a string", request.id});
  return Work{.what = Work::What::resource, .id = request.id, .name = uri};
}

} // namespace artifactd::mcp
