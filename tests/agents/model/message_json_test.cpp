// Calls to JSON and back, and when two calls count as the same.
#include "agents/model/call_record.hpp"
#include "agents/model/message_json.hpp"
#include "tests/agents/model/calls.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace artifactd::model {
namespace {

using nlohmann::ordered_json;
using test::any_outcome;
using test::any_request;
using test::fault;
using test::must;
using test::Outcome;
using test::question;
using test::same;
using testing::HasSubstr;

CallRecord record_of(Request request, Outcome outcome) {
  CallRecord record{.model = "m-1",
                    .digest = {},
                    .request = std::move(request),
                    .outcome = std::move(outcome),
                    .at = "2026-11-21T04:47:28.123Z",
                    .wall = std::chrono::milliseconds(5)};
  record.digest = digest_of(record.model, record.request);
  return record;
}

RC_GTEST_PROP(MessageJson, RequestsComeBackAsTheyWere, ()) {
  auto const request = *any_request();
  RC_ASSERT(same(must(request_from_json(ordered_json::parse(to_json(request).dump()))), request));
}

RC_GTEST_PROP(MessageJson, RecordsComeBackAsTheyWere, ()) {
  auto const record = record_of(*any_request(), *any_outcome());
  auto const again = must(record_from_text(to_text(record)));
  RC_ASSERT(same(again.request, record.request));
  RC_ASSERT(same(again.outcome, record.outcome));
  RC_ASSERT(again.model == record.model && again.digest == record.digest && again.at == record.at &&
            again.wall == record.wall);
}

TEST(MessageJson, WritesTextsAsTextsWhereItCan) {
  EXPECT_EQ(to_json(question("ä\x1b"))["messages"].dump(), R"([{"role":"user","text":"ä\u001b"}])");
  EXPECT_EQ(to_json(question("\xFF\x00"))["messages"].dump(), R"([{"role":"user","text":{"hex":"ff"}}])");
}

TEST(MessageJson, NamesWhatIsMissing) {
  auto json = to_json(question("why?"));
  json.erase("system");
  EXPECT_THAT(request_from_json(json).error().message, HasSubstr("system"));
  json = to_json(question("why?"));
  json["max_tokens"] = -1;
  EXPECT_EQ(request_from_json(json).error().fault, Fault::invalid);
  json["max_tokens"] = 5'000'000'000;
  EXPECT_EQ(request_from_json(json).error().fault, Fault::invalid);
  json = to_json(question("why?"));
  json["messages"][0]["role"] = "system";
  EXPECT_THAT(request_from_json(json).error().message, HasSubstr("role"));
  json["messages"] = ordered_json::array_t(20'000, ordered_json::object());
  EXPECT_THAT(request_from_json(json).error().message, HasSubstr("length"));
}

RC_GTEST_PROP(MessageJson, ReadsWhateverItIsGiven, ()) {
  // One member of a record has a wrong value: the record is read or refused, nothing worse.
  auto json = ordered_json::parse(to_text(record_of(*any_request(), *any_outcome())));
  auto const places = json.flatten();
  auto const which = *rc::gen::inRange<std::size_t>(0, places.size());
  auto const place = std::next(places.begin(), static_cast<std::ptrdiff_t>(which)).key();
  std::vector<ordered_json> const others = {
      nullptr, -1, 1.5, "x", ordered_json::array(), ordered_json::object(), {{"hex", "0"}}, true};
  json[ordered_json::json_pointer(place)] = others[*rc::gen::inRange<std::size_t>(0, others.size())];
  auto const text = json.dump();
  if (auto const record = record_from_text(text))
    RC_ASSERT(digest_of(record->model, record->request) == record->digest);
}

TEST(MessageJson, RefusesARecordWhoseQuestionWasChanged) {
  auto const text =
      to_text(record_of(question("one"), Reply{.text = "1", .model = {}, .usage = {}, .attempts = {}}));
  auto changed = text;
  changed.replace(changed.find("\"one\""), 5, "\"two\"");
  EXPECT_EQ(fault(record_from_text(text)), "none");
  EXPECT_EQ(fault(record_from_text(changed)), "invalid");
  EXPECT_EQ(fault(record_from_text(text.substr(0, text.size() / 2))), "invalid");
  EXPECT_EQ(fault(record_from_text("[]")), "invalid");
  EXPECT_EQ(fault(record_from_text("")), "invalid");
}

TEST(Digest, TellsApartWhateverDecides) {
  Request const plain = question("why?");
  auto with = [&](auto change) {
    auto request = plain;
    change(request);
    return digest_of("m", request);
  };
  auto shaped = [&](char const* schema) {
    return with([&](Request& it) { it.shape = ReplyShape{"s", ordered_json::parse(schema)}; });
  };
  std::set<std::string> const digests = {
      digest_of("m", plain),
      digest_of("n", plain),
      with([](Request& it) { it.system += ' '; }),
      with([](Request& it) { it.max_tokens = 1; }),
      with([](Request& it) { it.messages[0].role = Message::Role::assistant; }),
      with([](Request& it) { it.messages.push_back({Message::Role::user, ""}); }),
      shaped(R"({"type":"object"})"),
      shaped(R"({"properties":{"a":{},"b":{}}})"),
      shaped(R"({"properties":{"b":{},"a":{}}})"),
      with([](Request& it) { it.shape = ReplyShape{"t", {{"type", "object"}}}; })};
  EXPECT_EQ(digests.size(), 10u);
  EXPECT_EQ(digest_of("m", plain), digest_of("m", question("why?")));
  EXPECT_EQ(digests.begin()->size(), 64u);
}

} // namespace
} // namespace artifactd::model
