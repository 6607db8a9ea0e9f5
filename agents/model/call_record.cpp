#include "agents/model/call_record.hpp"

#include "agents/model/message_json.hpp"
#include "agents/model/strict_json.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

namespace artifactd::model {

namespace {

constexpr int record_version = 1;
constexpr JsonBounds record_bounds = {.bytes = largest_record, .depth = 200};

Result<std::expected<Reply, Failure>> outcome_of(Json const& json) {
  if (auto reply = json.find("reply"); reply != json.end()) return TRY(reply_from_json(*reply));
  if (auto failure = json.find("failure"); failure != json.end())
    return std::expected<Reply, Failure>(std::unexpect, TRY(failure_from_json(*failure)));
  return fail(Fault::invalid, "the record of a call has no outcome");
}

} // namespace

std::string to_text(CallRecord const& record) {
  Json json{{"version", record_version},      {"model", record.model},
            {"digest", record.digest},        {"at", record.at},
            {"wall_ns", record.wall.count()}, {"request", to_json(record.request)}};
  if (record.outcome)
    json["reply"] = to_json(*record.outcome);
  else
    json["failure"] = to_json(record.outcome.error());
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<CallRecord> record_from_text(std::string_view text) {
  auto const json = read_json(text, record_bounds);
  if (!json) return fail(Fault::invalid, "a record of a call: " + json.error().front().message);
  if (!json->is_object() || json->value("version", Json()) != record_version)
    return fail(Fault::invalid, "not a call record that this version can read");
  auto const request = json->find("request");
  if (request == json->end()) return fail(Fault::invalid, "the record of a call has no request");
  CallRecord record;
  record.model = text_member(*json, "model");
  record.digest = text_member(*json, "digest");
  record.request = TRY(request_from_json(*request));
  record.outcome = TRY(outcome_of(*json));
  record.at = text_member(*json, "at");
  if (digest_of(record.model, record.request) != record.digest)
    return fail(Fault::invalid, "the digest in the record of a call does not match its model and request");
  if (auto wall = json->find("wall_ns"); wall != json->end() && wall->is_number_integer())
    record.wall = Duration(wall->get<Duration::rep>());
  return record;
}

} // namespace artifactd::model
