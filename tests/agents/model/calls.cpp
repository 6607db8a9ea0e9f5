#include "tests/agents/model/calls.hpp"

#include <algorithm>

namespace artifactd::test {

namespace {

rc::Gen<model::Usage> any_usage() {
  return rc::gen::build<model::Usage>(rc::gen::set(&model::Usage::input), rc::gen::set(&model::Usage::cached),
                                      rc::gen::set(&model::Usage::cache_written),
                                      rc::gen::set(&model::Usage::output));
}

Duration some_time() {
  return Duration(*rc::gen::arbitrary<std::int64_t>());
}

std::vector<model::Attempt> some_attempts() {
  std::vector<model::Attempt> attempts;
  for (auto left = *rc::gen::inRange(0, 4); left > 0; --left)
    attempts.push_back({*rc::gen::arbitrary<int>(), *any_text(), *any_text(), *any_usage(), some_time(),
                        *rc::gen::arbitrary<bool>()});
  return attempts;
}

bool same_attempt(model::Attempt const& a, model::Attempt const& b) {
  return a.status == b.status && a.outcome == b.outcome && a.request_id == b.request_id &&
         a.usage == b.usage && a.wall == b.wall;
}

bool same_attempts(std::vector<model::Attempt> const& a, std::vector<model::Attempt> const& b) {
  return std::ranges::equal(a, b, same_attempt);
}

} // namespace

model::Request question(std::string text) {
  return {.system = "Answer.", .messages = {{model::Message::Role::user, std::move(text)}}, .shape = {}};
}

model::CallLimits patient() {
  return {.deadline = Monotonic::now() + std::chrono::minutes(1)};
}

rc::Gen<std::string> any_text() {
  return rc::gen::oneOf(
      rc::gen::arbitrary<std::string>(), rc::gen::container<std::string>(rc::gen::arbitrary<char>()),
      rc::gen::element<std::string>("", std::string("a\0b", 3), "\x1b[31mred", "\xC3", "\xED\xA0\x80",
                                    "ä\xE2\x82", "{\"hex\": \"00\"}", "\u2028\r\n\\\""));
}

rc::Gen<model::Request> any_request() {
  return rc::gen::exec([] {
    model::Request request;
    request.system = *any_text();
    for (auto left = *rc::gen::inRange(0, 4); left > 0; --left)
      request.messages.push_back(
          {*rc::gen::element(model::Message::Role::user, model::Message::Role::assistant), *any_text()});
    if (*rc::gen::arbitrary<bool>())
      request.shape =
          model::ReplyShape{"plan_1", {{"type", "object"}, {"required", {"z", "a"}}, {"minimum", -1.5}}};
    request.max_tokens = *rc::gen::arbitrary<unsigned>();
    request.constant = *rc::gen::arbitrary<std::size_t>();
    return request;
  });
}

rc::Gen<Outcome> any_outcome() {
  return rc::gen::exec([]() -> Outcome {
    if (*rc::gen::arbitrary<bool>())
      return model::Reply{*any_text(), *any_text(), *any_usage(), some_attempts()};
    model::Failure failure;
    failure.why =
        static_cast<model::Failing>(*rc::gen::inRange(0, static_cast<int>(model::Failing::cancelled) + 1));
    failure.message = *any_text();
    if (*rc::gen::arbitrary<bool>()) failure.retry_after = some_time();
    failure.raw = *any_text();
    failure.usage = *any_usage();
    failure.attempts = some_attempts();
    return std::unexpected(std::move(failure));
  });
}

bool same(model::Request const& a, model::Request const& b) {
  auto same_message = [](model::Message const& one, model::Message const& other) {
    return one.role == other.role && one.text == other.text;
  };
  if (a.shape.has_value() != b.shape.has_value()) return false;
  if (a.shape && (a.shape->name != b.shape->name || a.shape->schema() != b.shape->schema())) return false;
  return a.system == b.system && a.max_tokens == b.max_tokens && a.constant == b.constant &&
         std::ranges::equal(a.messages, b.messages, same_message);
}

bool same(Outcome const& a, Outcome const& b) {
  if (a.has_value() != b.has_value()) return false;
  if (a)
    return a->text == b->text && a->model == b->model && a->usage == b->usage &&
           same_attempts(a->attempts, b->attempts);
  auto const& one = a.error();
  auto const& other = b.error();
  return one.why == other.why && one.message == other.message && one.retry_after == other.retry_after &&
         one.raw == other.raw && one.usage == other.usage && same_attempts(one.attempts, other.attempts);
}

} // namespace artifactd::test
