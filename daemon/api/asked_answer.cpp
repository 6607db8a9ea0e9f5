#include "daemon/api/asked_answer.hpp"

#include "state/platform/digest.hpp"
#include "state/text/percent_encoding.hpp"
#include "state/vocabulary/finding.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

std::string session_path_of(WebQuestion const& question) {
  return "/api/v1/sessions/" + percent_encoded(question.session);
}

} // namespace

Result<Case> case_named(WebContext const& context, WebQuestion const& question, std::string const& name,
                        std::string_view kind) {
  auto signal = TRY(parse_signal_argument(context.config->served.kinds, fmt::format("{}.{}", name, kind)));
  return Case{*context.config, TRY(session_of(context, question)), std::move(signal)};
}

Result<Case> case_of_action(WebContext const& context, WebQuestion const& question,
                            std::string const& action) {
  constexpr std::size_t digits = 16;
  return case_named(context, question, "action-" + hex(sha256(action)).substr(0, digits), "turn");
}

WebAnswer answer_of_step(AskedStep const& step, std::string const& look) {
  if (step.refused) {
    auto answer = web_problem(422, "refused");
    auto json = Json::parse(answer.document);
    json["findings"] = to_json(step.findings);
    answer.document = compact(json);
    return answer;
  }
  if (step.pending.empty()) return document(step.result);
  auto answer =
      document({{"version", 1}, {"state", "pending"}, {"signal", step.pending}, {"result", look}}, 202);
  answer.headers["Location"] = look;
  return answer;
}

std::string report_path(WebQuestion const& question, std::string const& name) {
  return session_path_of(question) + "/reports/" + percent_encoded(name);
}

std::string turn_path(WebQuestion const& question, std::string const& action) {
  auto const turns = session_path_of(question) + "/turns/";
  // Proxies and our own reader refuse or resolve these in a path, also when they are escaped.
  if (action.contains('/') || action == "." || action == "..")
    return turns + "action?id=" + percent_encoded(action);
  return turns + percent_encoded(action);
}

std::string turn_asked_for(WebQuestion const& question) {
  auto id = question.parameter("id");
  return id.empty() ? segment(question, 5) : std::move(id);
}

} // namespace artifactd
