#include "daemon/web/core_questions.hpp"

#include "state/json/json_member.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::web {

namespace {

constexpr std::size_t most_at_once = 48;                ///< fewer than the core serves
constexpr Duration patience = std::chrono::seconds(70); ///< longer than the core's own

/// The headers that the core judges.
constexpr std::array passed_on = {"if-match", "idempotency-key", "if-none-match", "last-event-id",
                                  "mcp-protocol-version"};

std::string line_of_request(HttpRequest const& request) {
  Json headers = Json::object();
  for (auto const* name : passed_on)
    if (auto const value = request.header(name); !value.empty()) headers[name] = value;
  return compact(Json{{"version", control_version},
                      {"ask", "request"},
                      {"token", request.bearer_token()},
                      {"method", request.method},
                      {"path", request.path},
                      {"parameters", request.parameters},
                      {"headers", std::move(headers)},
                      {"body", request.body}});
}

CoreAnswer failed(Error const& error) {
  switch (error.fault) {
  case Fault::missing:
    return {problem(503, "artifactd does not answer: it is not running, or is still starting")};
  case Fault::denied:
  case Fault::busy:
    return {problem(503, error.message)};
  default:
    return {problem(500, error.message)};
  }
}

/// std::nullopt if the line is not such a head.
std::optional<CoreAnswer> head_of(std::string const& line) {
  auto const json = object_in(line);
  auto const status = json.find("status");
  if (!json.is_object() || status == json.end() || !status->is_number_unsigned()) return std::nullopt;
  CoreAnswer answer{{.status = status->get<unsigned>(), .type = text_member(json, "type")}};
  if (auto const headers = json.find("headers"); headers != json.end() && headers->is_object())
    for (auto const& [name, value] : headers->items())
      if (value.is_string()) answer.response.headers.emplace_back(name, value.get<std::string>());
  answer.response.body = text_member(json, "text");
  answer.known = json.value("known", false);
  answer.more = json.value("more", false);
  if (auto const stream = json.find("stream"); stream != json.end() && stream->is_object())
    answer.stream = StreamGrant{stream->value("content", false), text_member(*stream, "session")};
  return answer;
}

} // namespace

CoreQuestions::Id CoreQuestions::ask(HttpRequest const& request, Answered answered) {
  auto const id = next_++;
  questions_.emplace(id, Question{.line = line_of_request(request), .answered = std::move(answered)});
  waiting_.push_back(id);
  begin_next();
  return id;
}

void CoreQuestions::drop(Id id) {
  auto const found = questions_.find(id);
  if (found == questions_.end()) return;
  if (found->second.core) --asked_;
  questions_.erase(found);
  begin_next();
}

void CoreQuestions::begin_next() {
  while (asked_ < most_at_once && !waiting_.empty()) {
    auto const id = waiting_.front();
    waiting_.pop_front();
    auto const found = questions_.find(id);
    if (found == questions_.end()) continue; // dropped while it waited
    ++asked_;
    auto& question = found->second;
    question.deadline = std::make_unique<Loop::Timer>(
        loop_, [this, id] { end(id, {problem(504, "artifactd takes too long to answer")}); });
    question.deadline->arm(Monotonic::now() + patience);
    question.core =
        std::make_unique<CoreLine>(loop_, path_, std::move(question.line),
                                   [this, id](Result<std::string> line) { heard(id, std::move(line)); });
  }
}

void CoreQuestions::heard(Id id, Result<std::string> line) {
  auto const found = questions_.find(id);
  if (found == questions_.end()) return;
  auto& head = found->second.head;
  if (!line) return end(id, failed(line.error()));
  if (head) {
    head->response.body = *std::move(line);
    return end(id, *std::move(head));
  }
  if (auto const refusal = judge_greeting(*line); !refusal && refusal.error().fault == Fault::denied)
    return end(id, failed(refusal.error()));
  head = head_of(*line);
  if (!head) return end(id, {problem(500, "artifactd gave an answer in an unknown format")});
  if (!head->more) end(id, *std::move(head));
}

void CoreQuestions::end(Id id, CoreAnswer answer) {
  auto const found = questions_.find(id);
  if (found == questions_.end()) return;
  auto const answered = std::move(found->second.answered);
  drop(id);
  answered(std::move(answer));
}

} // namespace artifactd::web
