// `artifactctl rule draft`: from paths to a rule, on a screen if there is a terminal, else as events.
#include "agents/child/process.hpp"
#include "agents/common/request_file.hpp"
#include "agents/model/command_model.hpp"
#include "agents/rule/rule_kind.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/edit/edited_text.hpp"
#include "daemon/commands/rule/rule_events.hpp"
#include "daemon/commands/rule/rule_screen.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "daemon/model/model_source.hpp"
#include "daemon/settling/policies.hpp"
#include "daemon/terminal/external_editor.hpp"
#include "state/journal/journal.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"
#include "state/settle/claim.hpp"

#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <future>
#include <set>
#include <sys/eventfd.h>

namespace artifactd {

using extraction::Language;
using extraction::Wizard;
using extraction::WizardKey;
using extraction::WizardState;

namespace {

constexpr auto spinner_turns = std::chrono::milliseconds(120);
constexpr auto redrawn = std::chrono::seconds(5);

/// The file of an accepted rule, relative to its session.
struct Written {
  std::string session;
  std::string file;
};

/// Fault::exists for an existing rule, without --replace. The session is entered only during this call.
Result<Written> put_into_session(Config const& config, RuleDraftOptions const& options,
                                 RuleWork const& work) {
  auto const named = TRY(session_argument(config, options.into));
  auto const& session = named.session;
  auto const& candidate = work.wizard().candidate();
  auto const& rule = candidate.judgement->rule;
  auto const wanted = !options.name.empty() ? options.name : rule ? rule->name : "extractor";
  auto const name = Name::parse(wanted);
  if (!name)
    return fail(Fault::invalid, fmt::format("{} is not a valid file name: give --name", printable(wanted)));
  auto const base = "rules/" + name->str();
  if (options.replace == RuleDraftOptions::Replace::no)
    for (auto const* ending : {".yaml", ".py", ".txt"})
      if (open_beneath(session.directory(), base + ending, O_PATH | O_NOFOLLOW))
        return fail(Fault::exists, fmt::format("{}/{}{} already exists: use --replace or another --name",
                                               session.shown(), base, ending));
  auto const claim = TRY(Claim::take_soon(session, std::chrono::seconds(10)));
  auto const path = base + (candidate.judgement->language == Language::python ? ".py" : ".yaml");
  TRY(session.private_directory("rules"));
  TRY(replace_file(session, base + ".samples.json", to_json_text(work.samples())));
  if (options.drop == RuleDraftOptions::Drop::yes)
    TRY(submit_request(claim, session, {*name, rule_kind}, path, candidate.script()));
  else
    TRY(replace_file(session, path, candidate.script()));
  return Written{session.shown(), path};
}

/// The model that was named, and where it is asked. Keep `access` as long as it.
Result<ModelAsked> model_for(Cli const& cli, RuleDraftOptions const& options, Config const& config,
                             std::unique_ptr<ModelAccess>& access) {
  ModelAsked asked{.model = nullptr, .place = {}, .redacts = options.redact == RuleDraftOptions::Redact::yes};
  if (!options.command.empty()) {
    model::CommandRule rule{.id = "command", .argv = {"/bin/sh", "-c", options.command}};
    asked.model = std::make_shared<model::CommandModel>(std::move(rule), run);
    asked.place = "the program: " + printable(options.command);
  } else if (!options.model.empty()) {
    access = TRY(ModelAccess::open(config, cli.source));
    auto const spender = model::Spender{"artifactctl", "artifactctl rule draft " + iso8601_now()};
    asked.model = TRY(model_source(config.models, access->socket())(options.model, spender));
    auto const& each = config.models.at(options.model);
    asked.place = each.kind == ModelConfig::Kind::command ? "the program " + printable(each.command.at(0))
                                                          : printable(each.endpoint.base_url);
  }
  return asked;
}

/// One call of a model on a thread of its own, which can be cancelled.
class Asking {
public:
  explicit Asking(RuleWork const& work)
      : cancel_(::eventfd(0, EFD_CLOEXEC)),
        answer_(
            std::async(std::launch::async, [&work, cancel = cancel_.get()] { return work.ask(cancel); })) {}
  ~Asking() {
    if (answer_.valid()) ::eventfd_write(cancel_.get(), 1); // and the future waits for its thread
  }
  Asking(Asking const&) = delete;
  Asking& operator=(Asking const&) = delete;

  [[nodiscard]] bool ready() const {
    return answer_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
  [[nodiscard]] std::expected<std::string, std::string> answer() { return answer_.get(); }

private:
  UniqueFd cancel_;
  std::future<std::expected<std::string, std::string>> answer_;
};

/// The outcome for one shape.
enum class Ended : std::uint8_t { accepted, left, failed };

/// The wizard on a terminal.
class OnScreen {
public:
  OnScreen(Cli const& cli, RuleWork& work, std::string title)
      : cli_(cli), work_(work), screen_(terminal_charset(), cli.colour, std::move(title)) {}

  Result<Ended> go() {
    auto& wizard = work_.wizard();
    while (wizard.state() != WizardState::closed) {
      if (wizard.state() == WizardState::editing)
        TRY(edit());
      else
        TRY(show());
    }
    return wizard.accepted() ? Ended::accepted : Ended::left;
  }

private:
  /// Until an editor has to be opened or the wizard is over. The terminal is ours only that long.
  Result<void> show() {
    auto terminal = TRY(Terminal::open());
    auto& wizard = work_.wizard();
    std::optional<Asking> asking;
    for (unsigned frame = 0; wizard.state() != WizardState::closed && wizard.state() != WizardState::editing;
         ++frame) {
      terminal.draw(screen_.render(work_, terminal.size(), frame));
      if (wizard.asks() && !asking) asking.emplace(work_);
      auto const key = terminal.read(asking ? Duration(spinner_turns) : Duration(redrawn));
      if (asking && asking->ready()) {
        auto const answer = asking->answer();
        asking.reset();
        work_.take_answer(answer);
        continue;
      }
      press(key, asking);
    }
    return {};
  }

  void press(Key const& key, std::optional<Asking>& asking) {
    auto& wizard = work_.wizard();
    auto const meant = screen_.press(key, wizard);
    if (!meant || (asking && *meant != WizardKey::leave)) return;
    asking.reset();
    if (wizard.state() == WizardState::hint_input && *meant == WizardKey::accept)
      wizard.hinted(screen_.take_typed());
    else
      wizard.press(*meant);
  }

  Result<void> edit() {
    auto const& candidate = work_.wizard().candidate();
    auto const python = candidate.judgement->language == Language::python;
    work_.take_edited(TRY(edited_text(cli_, candidate.script(), python ? "extractor.py" : "rule.yaml")));
    return {};
  }

  Cli const& cli_;
  RuleWork& work_;
  RuleScreen screen_;
};

void print_event(Json const& event) {
  fmt::print("{}\n", compact(event));
  std::fflush(stdout);
}

/// The same for programs: whatever the wizard reaches by itself.
Ended as_events(RuleWork& work, std::size_t number) {
  auto& wizard = work.wizard();
  while (wizard.asks()) {
    print_event(state_event(work, number));
    auto const tried = wizard.attempts().size();
    work.take_answer(work.ask(-1));
    if (wizard.attempts().size() > tried) print_event(refused_event(work, number));
  }
  if (wizard.state() == WizardState::analysis_error) {
    print_event(error_event(work, number));
    wizard.press(WizardKey::draft);
  }
  if (wizard.state() == WizardState::analysis_error) return Ended::failed;
  print_event(result_event(work, number));
  wizard.press(WizardKey::accept);
  return Ended::accepted;
}

class Drafting {
public:
  Drafting(Cli const& cli, RuleDraftOptions const& options, PathSurvey const& survey, ModelAsked asked,
           Config const& config)
      : cli_(cli), options_(options), survey_(survey), asked_(std::move(asked)), config_(config),
        on_screen_(cli.output == Output::text && on_terminal()) {}

  Result<Exit> go() {
    if (!on_screen_) print_event(survey_event(survey_));
    auto exit = Exit::ok;
    std::set<std::string> names;
    for (std::size_t shape = 0; shape < survey_.shapes.size(); ++shape) {
      auto work = this->work(shape, names);
      auto const outcome = TRY(this->outcome(work, shape));
      count(work, outcome);
      if (outcome == Ended::left) break;
      if (outcome == Ended::failed) exit = Exit::judged_bad;
      if (outcome == Ended::accepted) TRY(accept(work));
    }
    return exit;
  }

private:
  RuleWork work(std::size_t shape, std::set<std::string>& names) {
    auto const means = Wizard::Means{.model = asked_.model != nullptr, .editor = find_editor().has_value()};
    auto const python = options_.python == RuleDraftOptions::Python::yes;
    auto draft = extraction::draft_of(survey_.paths, survey_.shapes[shape], options_.name);
    for (int number = 2; !names.insert(draft.name).second; ++number)
      draft.name =
          fmt::format("{}_{}", draft.name.substr(0, draft.name.find_last_not_of("_0123456789") + 1), number);
    return {survey_, shape, std::move(draft), python, asked_, policies(config_).sandbox, means};
  }

  Result<Ended> outcome(RuleWork& work, std::size_t shape) {
    if (!on_screen_) {
      if (asked_.model) print_event(sending_event(work));
      return as_events(work, shape + 1);
    }
    auto title = fmt::format("{} path{}", survey_.shapes[shape].members.size(),
                             survey_.shapes[shape].members.size() == 1 ? "" : "s");
    if (survey_.shapes.size() > 1)
      title = fmt::format("shape {} of {}, {}", shape + 1, survey_.shapes.size(), title);
    return OnScreen(cli_, work, std::move(title)).go();
  }

  void count(RuleWork const& work, Ended outcome) const {
    if (work.asked().answers + work.asked().unanswered == 0) return;
    if (auto journal = try_journal(config_))
      journal->append({.kind = "rule",
                       .event = "draft",
                       .outcome = outcome == Ended::accepted ? "accepted" : "left",
                       .detail = compact(to_json(work.asked()))});
  }

  Result<void> accept(RuleWork const& work) {
    if (options_.into.empty()) {
      if (on_screen_) fmt::print("{}", work.wizard().candidate().script());
      return {};
    }
    auto const written = TRY(put_into_session(config_, options_, work));
    if (on_screen_)
      fmt::print("{}/{} written\n", written.session, written.file);
    else
      print_event({{"event", "written"}, {"session", written.session}, {"file", written.file}});
    return {};
  }

  Cli const& cli_;
  RuleDraftOptions const& options_;
  PathSurvey const& survey_;
  ModelAsked asked_;
  Config const& config_;
  bool on_screen_;
};

Result<Exit> draft(Cli const& cli, RuleDraftOptions const& options) {
  auto const config = whatever_configuration(cli);
  if (options.python == RuleDraftOptions::Python::yes && options.model.empty() && options.command.empty())
    return fail(Fault::invalid,
                "--python needs a model or a program to write it: --model KEY or --command LINE");
  if (!options.into.empty()) TRY(session_argument(config, options.into));
  std::unique_ptr<ModelAccess> access;
  auto asked = TRY(model_for(cli, options, config, access));
  auto const survey = TRY(survey_paths(options, ProgressPrinter(cli.progress, cli.talk_colour).listener()));
  return Drafting(cli, options, survey, std::move(asked), config).go();
}

} // namespace

Exit rule_draft_command(Cli const& cli, RuleDraftOptions const& options) {
  return ended(cli, draft(cli, options));
}

} // namespace artifactd
