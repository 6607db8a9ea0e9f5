// `artifactctl state report`: the result of a run, in a few lines, as JSON, or as a page.
#include "agents/state/run_story.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/new_file.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

void print_text(RunStory const& story) {
  fmt::print("{}: {}{}\n", story.skill.empty() ? "the run" : printable(story.skill), printable(story.status),
             story.now.empty() ? "" : ", next " + printable(story.now));
  fmt::print("iteration  score  gate    critical  high  medium  low\n");
  for (auto const& point : story.points)
    fmt::print("{:>9}  {:>5}  {:<6}  {:>8}  {:>4}  {:>6}  {:>3}\n", point.iteration, point.score, point.gate,
               point.issues[0], point.issues[1], point.issues[2], point.issues[3]);
  for (auto const& fix : story.fixes)
    fmt::print("{} {} {}\n", padded(printable(fix.id), 12), padded(printable(fix.verdict), 12),
               printable(fix.description));
  for (auto const& error : story.errors)
    fmt::print("error: {}\n", printable(error));
  fmt::print("{} actions\n", story.actions.size());
}

Result<Exit> tell_story(Cli const& cli, StateReportOptions const& options) {
  auto const story = TRY([&]() -> Result<RunStory> {
    auto const named = TRY(session_argument(whatever_configuration(cli), options.session));
    return story_of(named.session);
  }());
  if (!options.html.empty()) TRY(write_new_file(options.html, to_html(story)));
  if (cli.output == Output::json)
    print_json(to_json(story));
  else if (options.html.empty())
    print_text(story);
  else
    fmt::print("{} written\n", printable(options.html));
  return Exit::ok;
}

} // namespace

Exit state_report_command(Cli const& cli, StateReportOptions const& options) {
  return ended(cli, tell_story(cli, options));
}

} // namespace artifactd
