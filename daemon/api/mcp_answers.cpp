// The Model Context Protocol over HTTP, for the token of an agent: each POST is a message, and its answer is
// one JSON document. Nothing is kept between messages but what the agent's tools have made, so that any of
// them may reach another process after a restart.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/action_body.hpp"
#include "daemon/api/core_ways.hpp"
#include "daemon/mcp/conversation.hpp"

#include <optional>
#include <variant>

namespace artifactd {

namespace {

using mcp::Conversation;
using mcp::Work;

/// Before this header existed.
constexpr auto revision_without_header = mcp::Revision::of_2025_03_26;

std::optional<WebAnswer> not_for(WebQuestion const& question) {
  if (question.by->scope == WebScope::agent) return std::nullopt;
  return web_problem(403, "MCP is for tokens of scope agent: they name the session and the agent");
}

/// One POST.
class Exchange {
public:
  Exchange(WebContext const& context, WebQuestion const& question,
           std::shared_ptr<AgentSeat const> const& seat)
      : context_(context), question_(question), seat_(*seat),
        desk_(context.seats->desk(context.config->served.kinds)), ways_(ways_of_core()) {}

  WebAnswer take(mcp::Line const& line, mcp::Revision revision) {
    auto answers = Json::array();
    auto conversation =
        begins(line) ? Conversation(desk_.offer(seat_)) : Conversation(desk_.offer(seat_), revision);
    for (auto& step : conversation.take(line)) {
      if (auto* answer = std::get_if<Json>(&step))
        answers.push_back(std::move(*answer));
      else if (auto const* work = std::get_if<Work>(&step))
        answers.push_back(done(*work, *conversation.revision()));
    }
    if (answers.empty()) return {.status = 202};
    auto const unread = std::holds_alternative<mcp::Mistake>(line.messages.front()) && !line.batch;
    auto const in_array = line.batch && mcp::has_batches(revision);
    return document(in_array ? answers : Json(answers.front()), unread ? 400 : 200);
  }

private:
  static bool begins(mcp::Line const& line) {
    auto const* request = std::get_if<mcp::Request>(&line.messages.front());
    return request != nullptr && request->method == "initialize";
  }

  Json done(Work const& work, mcp::Revision revision) {
    ToolCall const call{.arguments = work.arguments,
                        .goes_on = [this] { return !context_.seats->left(); },
                        .tell = [](std::string_view) {},
                        .let_next = [] {}};
    if (desk_.changes(work)) record(work);
    auto result = desk_.answer(work, revision, {seat_, *context_.config, ways_}, call);
    if (auto const* mistake = std::get_if<mcp::Mistake>(&result)) return mcp::answer(*mistake);
    return mcp::answer(work.id, std::get<Json>(std::move(result)));
  }

  void record(Work const& work) const {
    auto const signal = desk_.own_signal(work, seat_, *context_.config);
    record_action(context_, question_, seat_.session(), "mcp " + work.name, seat_.agent().str(),
                  signal ? signal->kind.word() : "");
  }

  WebContext const& context_;
  WebQuestion const& question_;
  AgentSeat const& seat_;
  AgentDesk const& desk_;
  ToolWays ways_;
};

} // namespace

Result<WebAnswer> do_mcp(WebContext const& context, WebQuestion const& question) {
  if (auto refused = not_for(question)) return *std::move(refused);
  auto const word = question.header("mcp-protocol-version");
  auto const revision = word.empty() ? std::optional(revision_without_header) : mcp::revision_of(word);
  if (!revision) return web_problem(400, "MCP-Protocol-Version names a version that is not supported");
  auto const seat = TRY(context.seats->seat(*context.config, *question.by));
  return Exchange(context, question, seat).take(mcp::read_line(question.body), *revision);
}

Result<WebAnswer> end_mcp(WebContext const& context, WebQuestion const& question) {
  if (auto refused = not_for(question)) return *std::move(refused);
  context.seats->give_up(*question.by);
  return document({{"version", 1}});
}

} // namespace artifactd
