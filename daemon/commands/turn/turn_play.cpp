#include "daemon/commands/line_input.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/commands/turn/turn_order.hpp"
#include "daemon/commands/turn/turn_text.hpp"
#include "daemon/queries/named_story.hpp"
#include "state/json/json_member.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <sstream>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto patience = std::chrono::hours(1);

constexpr std::string_view help =
    R"(What you type is what your character does or says. Otherwise:
  /undo [N]  /redo [N]     take turns back; play them again while nothing else was played
  /retry [--reroll]        the last text again, with the same dice or others
  /branch NAME             another story that begins with these scenes
  /scene  /relations       where the story is; how they feel about each other
  /memory [WHO]  /why [N]  what is remembered; how a turn came about
  /log                     the story so far
  /models SMALL LARGE      other models from the next turn on
  /roll DICE               dice of your own
  /end                     close the story
  /quit                    leave; the story stays as it is
)";

std::optional<std::int64_t> number_of(std::string const& word) {
  std::int64_t value = 0;
  auto const [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
  return failed == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

class Play {
public:
  Play(Cli const& cli, Config const& config, std::string session)
      : cli_(cli), config_(config), session_(std::move(session)) {}

  Result<Exit> run() {
    TRY(finish_interrupted());
    if (over_ != Exit::ok) return over_;
    TRY(show_opening());
    LineInput input("> ");
    while (auto const line = input.read()) {
      auto const text = std::string(trimmed(*line));
      if (text.empty()) continue;
      if (text == "/quit") break;
      if (text.front() == '/')
        command(text.substr(1));
      else
        step({.what = "say", .text = text});
      if (over_ != Exit::ok) return over_; // what comes next was meant to follow that turn
    }
    return Exit::ok;
  }

private:
  /// Finishes turns that were in progress when somebody left, in the order in which they were submitted, and
  /// clears up after one that was nearly done.
  Result<void> finish_interrupted() {
    auto const named = TRY(session_argument(config_, session_));
    auto pending = TRY(scan_session(named.session.directory(), config_.served.kinds)).pending;
    std::ranges::stable_sort(pending, {}, [](SeenSignal const& each) { return each.stamp.modified_ns; });
    for (auto const& signal : pending) {
      if (signal.name.kind.word() != "turn") continue;
      if (over_ != Exit::ok) return {};
      tell(cli_, "a turn was interrupted; it goes on");
      report(TRY(
          go_on(cli_, {config_, TRY(session_argument(config_, session_)), signal.name}, patience, on_step)));
    }
    return clear_up(config_, session_);
  }

  Result<void> show_opening() const {
    auto const log = TRY(look_at_story(config_, session_, {.last = true}));
    for (auto const& row : log["scenes"])
      for (auto const& message : row["messages"])
        if (text_member(message, "role") != "user")
          fmt::print("{}", prose(text_member(message, "content"), terminal_size().width));
    tell(cli_, log["ended"].get<bool>() ? "the story has ended" : "/help lists what else you can type");
    return {};
  }

  static void on_step(std::string const& what, std::string const& text) {
    if (auto const line = progress_text(what, text); !line.empty()) fmt::print(stderr, "  {}\n", line);
  }

  void report(StepDone const& done) {
    tell_end(cli_, done);
    if (!done.pending.empty() || !attended_) over_ = done.exit;
    if (done.exit == Exit::ok)
      fmt::print("\n{}\n", step_text(done.result, terminal_size().width, cli_.colour));
    std::fflush(stdout);
  }

  void step(TurnStepOptions options) {
    options.session = session_;
    auto request = request_of(options);
    auto const done = do_step(cli_, config_, session_, request, patience, on_step);
    if (done)
      report(*done);
    else if (auto const exit = complain(cli_, done.error()); !attended_)
      over_ = exit;
  }

  void look(turn::StoryView view) const { turn_look_command(cli_, {session_, std::move(view)}); }

  void command(std::string const& line) {
    using What = turn::StoryView::What;
    std::istringstream words(line);
    std::string verb;
    std::string second;
    std::string third;
    words >> verb >> second >> third;
    auto const number = number_of(second);
    if (verb == "undo" || verb == "redo")
      step({.what = verb, .count = static_cast<std::uint64_t>(number.value_or(1))});
    else if (verb == "retry")
      step({.what = verb, .reroll = second == "--reroll"});
    else if (verb == "branch")
      step({.what = verb, .directory = second});
    else if (verb == "scene")
      look({.what = What::scene});
    else if (verb == "relations")
      look({.what = What::relations});
    else if (verb == "memory")
      look({.what = What::observations, .character = second});
    else if (verb == "why")
      look({.what = What::why, .turn = number});
    else if (verb == "log")
      look({.what = What::log});
    else if (verb == "models")
      step({.what = verb, .small = second, .large = third.empty() ? second : third});
    else if (verb == "roll")
      turn_roll_command(cli_, {.expression = second});
    else if (verb == "end")
      step({.what = verb});
    else
      fmt::print("{}", help);
    std::fflush(stdout);
  }

  Cli const& cli_;
  Config const& config_;
  std::string session_;
  bool attended_ = ::isatty(STDIN_FILENO) == 1; ///< by a person, who can react to a turn that failed
  Exit over_ = Exit::ok;                        ///< of the turn after which nothing else can be played
};

Result<Exit> converse(Cli const& cli, Config const& config, TurnPlayOptions const& options) {
  return Play(cli, config, options.session).run();
}

} // namespace

Exit turn_play_command(Cli const& cli, TurnPlayOptions const& options) {
  if (cli.output == Output::json) {
    tell(cli, "turn play is a conversation with a person: programs use turn say --json, turn undo --json, …");
    return Exit::usage;
  }
  return run_configured(cli, configuration(cli), options, converse);
}

} // namespace artifactd
