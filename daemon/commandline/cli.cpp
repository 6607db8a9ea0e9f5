#include "daemon/commandline/cli.hpp"

#include "daemon/commandline/cli_mistake.hpp"
#include "daemon/commandline/cli_subjects.hpp"
#include "daemon/commandline/command_help.hpp"
#include "daemon/commandline/completion.hpp"
#include "daemon/commandline/completion_script.hpp"
#include "daemon/config/common_options.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto footer =
    "Exit status: 0 done · 1 refused or invalid · 2 usage · 3 not found · 4 busy or in conflict ·\n"
    "5 configuration · 6 waits for a person · 7 daemon not running · 74 disk or system";

Colour colour_of(int stream) {
  auto set = [](char const* name) {
    char const* value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
  };
  return ::isatty(stream) == 1 && set("NO_COLOR").empty() && set("TERM") != "dumb" ? Colour::on : Colour::off;
}

using Line = std::span<char const* const>;

/// Which commands are defined to parse a line. Defining all of them takes longer than most commands.
enum class Defined : std::uint8_t {
  all,
  listed, ///< those of help, and of a subject (`rule …`) what is below it if the line names it
  named,  ///< what the line names: enough unless it has a mistake or asks for help
};

/// What a command line of artifactctl can express; the options of other commands keep their defaults.
class Words {
public:
  Words(KindList const& kinds, std::string_view commit, Line given, Defined defined)
      : given_(given), defined_(defined) {
    cli_.source.served = kinds;
    app_.require_subcommand(1);
    app_.footer(footer);
    app_.failure_message([](CLI::App const*, CLI::Error const& error) {
      return fmt::format("artifactctl: {}\n", error.what());
    });
    common_options(app_, cli_.source, commit);
    app_.add_flag("--json", json_, "machine-readable output");
    app_.add_flag("--progress", progress_, "report the progress of long operations as JSON lines on stderr");
    define({"submit", "wait", "init", "mcp", "validate"}, &Words::submitting);
    define({"status", "explain", "log", "watch", "stats", "metrics", "doctor"}, &Words::looking);
    define({"backup", "web"}, &Words::operating);
    define({"inbox", "retry", "hint", "fix", "abandon", "cancel"}, &Words::waiting);
    define({"merge", "history", "rollback", "restore"}, &Words::merging);
    define({"config", "completion"}, &Words::setting_up);
    subjects();
    if (defined != Defined::named) add_help(app_);
  }

  [[nodiscard]] CLI::App& definition() noexcept { return app_; }

  /// std::nullopt if the line does not parse: it may need commands that are not defined.
  std::optional<Exit> run_if_understood(int argc, char const* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (CLI::CallForVersion const& version) {
      return static_cast<Exit>(app_.exit(version));
    } catch (CLI::ParseError const&) {
      return std::nullopt;
    }
    return run_chosen();
  }

  Exit run(int argc, char const* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (CLI::RequiredError const& error) {
      auto const [message, help] = answer_to(app_, error);
      fmt::print(message.empty() ? stdout : stderr, "{}",
                 help.empty() ? fmt::format("artifactctl: {}\n", message) : help);
      return message.empty() ? Exit::ok : misused(argc, argv, message);
    } catch (CLI::ParseError const& error) {
      return app_.exit(error) == 0 ? Exit::ok : misused(argc, argv, error.what());
    }
    return run_chosen();
  }

private:
  Exit run_chosen() {
    cli_.output = json_ ? Output::json : Output::text;
    cli_.colour = colour_of(STDOUT_FILENO);
    cli_.talk_colour = colour_of(STDERR_FILENO);
    cli_.progress = progress_ ? ProgressForm::json : progress_on_terminal();
    begin_command();
    auto exit = chosen_(cli_);
    end_command(cli_, exit);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit;
    fmt::print(stderr, "artifactctl: stdout: cannot write\n");
    return Exit::io;
  }

  /// The parse failed, so only the words themselves show whether --json was given.
  static Exit misused(int argc, char const* const* argv, std::string_view why) {
    std::span const words(argv, static_cast<std::size_t>(argc));
    if (std::ranges::find(words, std::string_view("--json")) != words.end())
      print_json({{"version", 1}, {"error", {{"code", exit_word(Exit::usage)}, {"message", why}}}});
    return Exit::usage;
  }

  void submitting() {
    add_submit(app_, chosen_, submit_);

    auto& validate =
        command(chosen_, app_, "validate", "check artifacts, write nothing", validate_, validate_command);
    session(validate, validate_.session);
    validate.add_option("agent", validate_.agent, "only this agent")->type_name("AGENT");
  }

  void looking() {
    auto& status = command(chosen_, app_, "status", "what is stuck, why, what to do; then the rest", status_,
                           status_command);
    status.add_option("session", status_.session, "only this session")->type_name("SESSION");
    flag(status, "-v,--verbose,--all", status_.detail,
         "everything, with the agents' instructions, however long");

    auto& explain = command(chosen_, app_, "explain", "the history of one signal", signal_, explain_command);
    signal(explain, signal_);

    auto& log = command(chosen_, app_, "log", "recent events", log_, log_command);
    log.add_option("-n", log_.count, "how many events (50)")->type_name("N");
    log.add_option("--session", log_.session, "only this session")->type_name("SESSION");
    log.add_option("--signal", log_.signal, "only this signal")->type_name("NAME[.KIND]");
    log.add_option("--agent", log_.agent, "only signals with such a name")->type_name("GLOB");
    log.add_option("--outcome", log_.outcome,
                   "only what ended like this: merged, unchanged, refused, pending, …")
        ->type_name("WORD");
    duration(log, "--since", log_.since, "only what is more recent, such as 1h");
    duration(log, "--until", log_.until, "only what is older, such as 10m");
    flag(log, "-f,--follow", log_.follow, "print new events as they come");

    auto& watch = command(chosen_, app_, "watch", "what happens, as it happens", watch_, watch_command);
    watch.add_option("session", watch_.session, "only this session")->type_name("SESSION");
    duration(watch, "--timeout", watch_.timeout, "exit after this long");

    auto& stats = command(chosen_, app_, "stats", "what fails, what recovers, and what turns cost", stats_,
                          stats_command);
    stats.add_option("--session", stats_.session, "only this session")->type_name("SESSION");
    duration(stats, "--since", stats_.since, "only what is more recent, such as 7d");

    auto& metrics = command(chosen_, app_, "metrics", "what the daemon counts, for Prometheus", metrics_,
                            metrics_command);
    metrics.add_option("--textfile", metrics_.textfile, "replace this file, for node_exporter")
        ->type_name("FILE");

    auto& doctor =
        command(chosen_, app_, "doctor", "look for trouble and say how to fix it", doctor_, doctor_command);
    flag(doctor, "--fsck", doctor_.what, "instead: read all that artifactd stored, and check it");
  }

  void waiting() { add_waiting(app_, chosen_, waiting_); }
  void merging() { add_merge(app_, chosen_, merge_); }

  void operating() {
    add_backup(app_, chosen_, backup_);
    add_web(app_, chosen_, web_);
  }

  void subjects() {
    subject("rule", "extraction rules and extractors", add_rule, rule_);
    subject("state", "the state.json of skill tuning", add_state, state_);
    subject("game", "game artifacts: check them, play them, try their logic and their deltas", add_game,
            game_);
    subject("play", "records of plays: what went wrong while a game was played", add_play, play_);
    subject("report", "what players report about a play, and corrections of its state", add_report, report_);
    subject("edit", "the editor: repair refused artifacts, inspect its runs", add_edit, edit_);
    subject("model", "language models: which are configured, what they can do and what they cost", add_model,
            model_);
    subject("turn", "narrative turns: play stories, look at them, roll their dice", add_turn, turn_);
  }

  [[nodiscard]] bool is_named(std::string_view command) const {
    return std::ranges::find(given_, command) != given_.end();
  }

  /// A command that is missing from `commands` still works: all are defined for the second attempt.
  void define(std::initializer_list<std::string_view> commands, void (Words::*add)()) {
    auto const named = [this](std::string_view each) { return is_named(each); };
    if (defined_ != Defined::named || std::ranges::any_of(commands, named)) (this->*add)();
  }

  template <class Options>
  void subject(char const* name, char const* says, void (*add)(CLI::App&, Chosen&, Options&),
               Options& options) {
    auto const named = is_named(name);
    if (defined_ == Defined::named && !named) return;
    auto& subject = *app_.add_subcommand(name, says)->require_subcommand(1)->fallthrough();
    if (defined_ == Defined::all || named) add(subject, chosen_, options);
  }

  void setting_up() {
    auto& config =
        *app_.add_subcommand("config", "artifactd's configuration")->require_subcommand(1)->fallthrough();
    command(chosen_, config, "check", "print OK, or every error, and warn of likely mistakes",
            config_check_command);
    command(chosen_, config, "show", "the settings in force, and where each was set", config_show_command);

    auto& completion =
        command(chosen_, app_, "completion", "a script that teaches a shell to complete artifactctl",
                completion_, completion_command);
    completion.add_option("shell", completion_.shell, "which shell")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->required();
  }

  Line given_;
  Defined defined_;
  CLI::App app_{"Talk to artifactd and to its sessions.", "artifactctl"};
  Cli cli_;
  bool json_ = false;
  bool progress_ = false;
  Chosen chosen_;
  SubmitWords submit_;
  WaitingWords waiting_;
  MergeWords merge_;
  ValidateOptions validate_;
  SignalOptions signal_; ///< of explain
  StatusOptions status_;
  LogOptions log_;
  BackupOptions backup_;
  WebOptions web_;
  RuleWords rule_;
  StateWords state_;
  GameOptions game_;
  PlayOptions play_;
  ReportOptions report_;
  EditOptions edit_;
  ModelTestOptions model_;
  TurnWords turn_;
  WatchOptions watch_;
  StatsOptions stats_;
  MetricsOptions metrics_;
  DoctorOptions doctor_;
  CompletionOptions completion_;
};

} // namespace

Exit run_artifactctl(int argc, char const* const* argv, KindList const& kinds, std::string_view commit) {
  Line const given(argv, static_cast<std::size_t>(argc));
  if (argc >= 2 && given[1] == complete_word) {
    complete(Words(kinds, commit, {}, Defined::all).definition(), kinds, given.subspan(2));
    return Exit::ok;
  }
  if (auto const exit = Words(kinds, commit, given, Defined::named).run_if_understood(argc, argv))
    return *exit;
  return Words(kinds, commit, given, Defined::listed).run(argc, argv);
}

void read_artifactctl(KindList const& kinds, std::string_view commit,
                      std::function<void(CLI::App&)> const& reader) {
  reader(Words(kinds, commit, {}, Defined::all).definition());
}

} // namespace artifactd
