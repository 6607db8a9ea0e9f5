#include "agents/model/service_message.hpp"

#include "agents/model/message_json.hpp"
#include "agents/model/strict_json.hpp"
#include "agents/model/wire.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>

namespace artifactd::model {

namespace {

constexpr int message_version = 1;
constexpr JsonBounds message_bounds = {.bytes = longest_wire_text, .depth = 200};
constexpr Duration longest_room = std::chrono::hours(24);
// A session's path has at most PATH_MAX bytes.
constexpr std::size_t longest_name = 4096;

std::unexpected<Error> no_message(std::string_view why) {
  return fail(Fault::invalid, "invalid message of the model service: " + std::string(why));
}

Result<Json> read_message(std::string_view text) {
  auto json = read_json(text, message_bounds);
  if (!json) return no_message(json.error().front().message);
  if (!json->is_object() || json->value("version", Json()) != message_version)
    return no_message("unsupported version");
  return *std::move(json);
}

Result<std::string> name_at(Json const& json, char const* name) {
  auto text = text_member(json, name);
  if (text.size() > longest_name) return no_message(std::string(name) + " is too long");
  return text;
}

Result<std::uint64_t> count_at(Json const& json, char const* name) {
  auto const found = json.find(name);
  if (found == json.end() || !found->is_number_unsigned())
    return no_message(std::string(name) + " is not a count");
  return found->get<std::uint64_t>();
}

Json to_json(CallWanted const& call) {
  return {{"version", message_version},
          {"ask", "call"},
          {"model", call.key},
          {"session", call.spender.session},
          {"run", call.spender.run},
          {"room_ns", std::clamp(call.room, Duration::zero(), longest_room).count()},
          {"misnamed", call.misnamed},
          {"request", to_json(call.request)}};
}

Result<CallWanted> call_of(Json const& json) {
  CallWanted call{.key = TRY(name_at(json, "model")),
                  .spender = {TRY(name_at(json, "session")), TRY(name_at(json, "run"))},
                  .request = {}};
  auto const room = TRY(count_at(json, "room_ns"));
  call.room = Duration(std::min(room, static_cast<std::uint64_t>(longest_room.count())));
  call.misnamed = json.value("misnamed", Json()) == true;
  auto const request = json.find("request");
  if (request == json.end()) return no_message("the call has no request");
  call.request = TRY(request_from_json(*request));
  return call;
}

} // namespace

std::string to_text(Question const& question) {
  if (auto const* call = std::get_if<CallWanted>(&question)) return compact(to_json(*call));
  return compact(Json{{"version", message_version}, {"ask", "report"}});
}

Result<Question> question_from_text(std::string_view text) {
  auto const json = TRY(read_message(text));
  auto const ask = text_member(json, "ask");
  if (ask == "call") return TRY(call_of(json));
  if (ask == "report") return ReportWanted{};
  return no_message("an unknown question");
}

std::string to_text(Outcome const& outcome) {
  Json json{{"version", message_version}};
  if (outcome)
    json["reply"] = to_json(*outcome);
  else
    json["failure"] = to_json(outcome.error());
  return compact(json);
}

Result<Outcome> outcome_from_text(std::string_view text) {
  auto const json = TRY(read_message(text));
  if (auto const reply = json.find("reply"); reply != json.end()) return TRY(reply_from_json(*reply));
  if (auto const failure = json.find("failure"); failure != json.end())
    return Outcome(std::unexpect, TRY(failure_from_json(*failure)));
  return no_message("neither a reply nor a failure");
}

std::string to_text(ServiceReport const& report) {
  auto keys = Json::object();
  for (auto const& [key, trouble] : report.keys)
    keys[key] = trouble;
  return compact(Json{{"version", message_version},
                      {"day", report.day},
                      {"tokens", report.spent.tokens},
                      {"micro_dollars", report.spent.money},
                      {"unpriced_tokens", report.spent.unpriced},
                      {"keys", std::move(keys)},
                      {"days", json_list(report.days)}});
}

Result<ServiceReport> report_from_text(std::string_view text) {
  auto const json = TRY(read_message(text));
  ServiceReport report{TRY(name_at(json, "day")),
                       {TRY(count_at(json, "tokens")), TRY(count_at(json, "micro_dollars")),
                        TRY(count_at(json, "unpriced_tokens"))},
                       {}};
  auto const keys = json.find("keys");
  if (keys == json.end() || !keys->is_object()) return no_message("the keys are missing");
  for (auto const& [key, trouble] : keys->items()) {
    if (!trouble.is_string()) return no_message("the state of a key is not a text");
    report.keys.emplace(key, trouble.get<std::string>());
  }
  // A service of an earlier version has none.
  if (auto const days = json.find("days"); days != json.end()) report.days = call_days_from_json(*days);
  return report;
}

} // namespace artifactd::model
