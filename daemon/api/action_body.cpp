#include "daemon/api/action_body.hpp"

#include "state/json/duplicate_keys.hpp"
#include "state/json/scan.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr unsigned deepest_body = 16;

void append(WebContext const& context, WebQuestion const& question, Event event) {
  if (context.journal == nullptr) return;
  event.event = "web";
  event.detail = compact(Json{{"by", question.by ? question.by->name : ""}});
  context.journal->append(std::move(event));
}

} // namespace

Result<Json> action_body(WebQuestion const& question, std::initializer_list<std::string_view> known) {
  if (question.body.empty()) return Json::object();
  if (!json::scan(question.body, {.depth = deepest_body}))
    return fail(Fault::invalid, "the body is not valid JSON, or nested too deeply");
  if (auto const twice = json::duplicate_keys(question.body); !twice.empty())
    return fail(Fault::invalid,
                fmt::format("the body has the member \"{}\" twice", printable(twice.front().key)));
  auto json = Json::parse(question.body, nullptr, false);
  if (!json.is_object()) return fail(Fault::invalid, "the body has to be a JSON object");
  for (auto const& [name, value] : json.items())
    if (std::ranges::find(known, name) == known.end())
      return fail(Fault::invalid, fmt::format("the body has the unknown member \"{}\"", printable(name)));
  return json;
}

Result<bool> action_flag(Json const& body, char const* name) {
  auto const found = body.find(name);
  if (found == body.end()) return false;
  if (!found->is_boolean()) return fail(Fault::invalid, fmt::format("\"{}\" has to be true or false", name));
  return found->get<bool>();
}

void record_action(WebContext const& context, WebQuestion const& question, Case const& chosen,
                   std::string_view action) {
  append(context, question,
         {.session = chosen.session().shown(),
          .name = chosen.signal.name.str(),
          .kind = std::string(chosen.signal.kind.word()),
          .outcome = std::string(action)});
}

void record_action(WebContext const& context, WebQuestion const& question, std::string const& session,
                   std::string_view action, std::string const& agent, std::string_view kind) {
  append(context, question,
         {.session = session, .name = agent, .kind = std::string(kind), .outcome = std::string(action)});
}

} // namespace artifactd
