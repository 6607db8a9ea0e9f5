#include "agents/turn/chat_history.hpp"
#include "agents/turn/turn_beginning.hpp"
#include "agents/turn/turn_result.hpp"
#include "daemon/commands/turn/turn_import.hpp"
#include "daemon/commands/turn/turn_order.hpp"
#include "daemon/settling/policies.hpp"
#include "state/dice/draws.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

turn::TurnRequest begin_request(TurnContentOptions const& options) {
  turn::TurnRequest request;
  auto& order = request.order.emplace();
  order.user_action_id = "chat-" + dice::fresh_seed();
  order.what = turn::Do::begin;
  order.scenario = options.scenario;
  return request;
}

Exit refuse(Cli const& cli, std::vector<Finding> const& findings) {
  if (cli.output == Output::json) print_json({{"version", 1}, {"findings", to_json(findings)}});
  for (auto const& finding : findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
  auto const* error = first_error(findings);
  return error == nullptr ? Exit::judged_bad : exit_of_turn(error->code);
}

Result<void> check_options(TurnContentOptions const& options) {
  if (options.files.size() != 1)
    return fail(Fault::invalid, "--into takes one chat: one file becomes one story");
  if (options.scenario.empty())
    return fail(Fault::invalid, "the story needs rules, numbers and a first state: --scenario ID says which");
  return {};
}

/// A chat that became the past of a story.
struct PlayedChat {
  std::string session;
  turn::NewStory story;
  std::size_t unanswered;
  std::vector<Finding> findings;
};

Json to_json(PlayedChat const& chat) {
  return {{"version", 1},
          {"session", chat.session},
          {"session_id", chat.story.session_id},
          {"scenario_id", chat.story.frozen.scenario.id},
          {"scene_index", chat.story.past.turns.size()},
          {"unanswered", chat.unanswered},
          {"findings", to_json(chat.findings)}};
}

void show(Cli const& cli, PlayedChat const& chat) {
  auto const turns = chat.story.past.turns.size();
  if (cli.output == Output::json)
    print_json(to_json(chat));
  else
    fmt::print("{}: {} turn{} of the chat; artifactctl turn play goes on with it\n", chat.session, turns,
               turns == 1 ? "" : "s");
  if (chat.unanswered > 0)
    tell(cli, "the last message of the chat has no answer and is left out: say it again");
  for (auto const& finding : chat.findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
}

} // namespace

Result<Exit> bring_in_chat(Cli const& cli, Config const& config, turn::Store const& store,
                           TurnContentOptions const& options) {
  TRY(check_options(options));
  auto const& file = options.files.front();
  auto read = turn::read_chat(file, TRY(read_named(file, largest_import)));
  if (!read.chat) return refuse(cli, read.findings);
  auto const named = TRY(session_argument(config, options.into));
  auto const request = begin_request(options);
  turn::StoryPlace const place{turn::story_directory({}, named.session.shown(), named.session.stamp()),
                               named.session.shown()};
  auto prepared = TRY(turn::prepare_begin(store, turn_policy(config), place, request));
  if (!prepared.begun) return refuse(cli, prepared.findings);
  auto& story = *prepared.begun;
  if (!options.ruleset.empty() && options.ruleset != story.frozen.ruleset.id)
    return fail(Fault::invalid,
                fmt::format("the scenario is played by the ruleset \"{}\"", story.frozen.ruleset.id));
  auto history = TRY(turn::history_of(*read.chat, story.frozen, turn::now()));
  story.past = std::move(history.past);
  auto const asked = turn::asked(*request.order, turn::now());
  story.result = turn::result_of_begin(story, asked);
  if (options.dry_run == DryRun::no) TRY(turn::begin_story(store, story, asked));
  show(cli, PlayedChat{place.shown, std::move(story), history.unanswered, std::move(read.findings)});
  return Exit::ok;
}

} // namespace artifactd
