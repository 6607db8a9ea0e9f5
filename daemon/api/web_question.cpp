#include "daemon/api/web_question.hpp"

#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <charconv>
#include <fmt/core.h>

namespace artifactd {

namespace {

std::map<std::string, std::string> texts_by_name(Json const& json, char const* member) {
  std::map<std::string, std::string> texts;
  if (auto const found = json.find(member); found != json.end() && found->is_object())
    for (auto const& [name, value] : found->items())
      if (value.is_string()) texts.emplace(name, value.get<std::string>());
  return texts;
}

std::string value_of(std::map<std::string, std::string> const& texts, std::string const& name) {
  auto const found = texts.find(name);
  return found == texts.end() ? std::string() : found->second;
}

unsigned status_of(Fault fault) noexcept {
  switch (fault) {
  case Fault::missing:
    return 404;
  case Fault::denied:
  case Fault::forbidden:
    return 403;
  case Fault::exists:
  case Fault::busy:
  case Fault::changed:
  case Fault::unsafe:
    return 409;
  case Fault::invalid:
    return 400;
  case Fault::too_large:
    return 413;
  case Fault::no_space:
  case Fault::read_only:
    return 507;
  case Fault::exhausted:
    return 503;
  default:
    return 500;
  }
}

} // namespace

std::string WebQuestion::parameter(std::string const& name) const {
  return value_of(parameters, name);
}

std::string WebQuestion::header(std::string const& name) const {
  return value_of(headers, name);
}

Result<std::int64_t> WebQuestion::number(std::string const& name, std::int64_t usual, std::int64_t least,
                                         std::int64_t most) const {
  auto const found = parameters.find(name);
  if (found == parameters.end()) return usual;
  auto const& text = found->second;
  std::int64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return fail(Fault::invalid, fmt::format("{} has to be a whole number from {} to {}", name, least, most));
  return value;
}

Result<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return fail(Fault::invalid, "a number in the path has to be a whole one");
  return number;
}

bool WebQuestion::may_see_content() const noexcept {
  return by && by->scope != WebScope::read;
}

Result<WebQuestion> read_web_question(ControlRequest const& request) {
  auto const& json = request.more;
  WebQuestion question{.method = text_member(json, "method"), .path = texts_of(json, "path")};
  if (question.method.empty()) return fail(Fault::invalid, "\"method\" is missing");
  question.parameters = texts_by_name(json, "parameters");
  question.headers = texts_by_name(json, "headers");
  question.body = text_member(json, "body");
  question.token = text_member(json, "token");
  return question;
}

WebAnswer document(Json const& json, unsigned status) {
  return {.status = status, .document = compact(json)};
}

WebAnswer web_problem(unsigned status, std::string_view detail) {
  auto answer = document({{"status", status}, {"detail", detail}}, status);
  answer.type = "application/problem+json";
  if (status == 401) answer.headers["WWW-Authenticate"] = "Bearer";
  return answer;
}

WebAnswer web_problem(Error const& error) {
  return web_problem(status_of(error.fault), printable(error.message));
}

std::vector<std::string> lines_of(WebAnswer const& answer) {
  Json head{{"status", answer.status}, {"type", answer.type}, {"known", answer.known}};
  if (!answer.document.empty()) head["more"] = true;
  if (!answer.headers.empty()) head["headers"] = answer.headers;
  if (!answer.text.empty()) head["text"] = answer.text;
  if (answer.stream)
    head["stream"] = {{"content", answer.stream->content}, {"session", answer.stream->session}};
  std::vector<std::string> lines{line_of(head)};
  if (!answer.document.empty()) lines.push_back(answer.document);
  return lines;
}

} // namespace artifactd
