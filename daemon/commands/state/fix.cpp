#include "daemon/commands/inbox/inbox_words.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/work.hpp"
#include "daemon/terminal/external_editor.hpp"
#include "daemon/terminal/terminal.hpp"
#include "daemon/terminal/workbench.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

constexpr std::size_t opened_at_once =
    20; ///< more cannot be kept track of in one editor; the rest comes next time

/// One round: the files put back; std::nullopt if the editor failed.
using Edited = std::optional<std::vector<std::string>>;

void show(Cli const& cli, std::vector<Finding> const& findings) {
  for (auto const& finding : findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
}

/// Under the claim, so that nothing is settled between two of the files.
Result<std::vector<std::string>> put_back(Case const& chosen, Workbench& bench) {
  auto put = [&]() -> Result<std::vector<std::string>> {
    auto claim = TRY(claim_soon(chosen.session()));
    TRY(look_at(chosen.config, chosen.named, chosen.signal));
    if (auto const* document = chosen.signal.kind.traits().document)
      TRY(document->keep_copy(claim, chosen.session()));
    return bench.put_back(chosen.session());
  }();
  if (put) return put;
  auto error = std::move(put).error();
  error.message += "; nothing was written back, and what you wrote is in " + bench.keep();
  return fail(std::move(error));
}

Result<Edited> edit_once(Cli const& cli, Case const& chosen, std::string const& editor,
                         std::vector<Finding> const& findings) {
  auto places = TRY(places_to_edit(chosen.session(), chosen.signal, findings));
  if (places.size() > opened_at_once) places.resize(opened_at_once);
  auto bench = TRY(Workbench::make());
  std::vector<OpenAt> open;
  for (auto const& place : places) {
    auto copy = bench.take(chosen.session(), place.file);
    if (copy)
      open.push_back({*std::move(copy), place.line, place.column});
    else
      tell(cli,
           fmt::format("{} cannot be edited: {}", printable(place.file), printable(copy.error().message)));
  }
  if (open.empty())
    return fail(Fault::unsafe, "none of the faulty files can be edited; remove or replace them");
  auto status = TRY(run_editor(editor, open));
  if (is_no_program(status))
    return fail(Fault::missing,
                fmt::format("the editor \"{}\" cannot be started: set VISUAL or EDITOR to the one "
                            "you use",
                            printable(editor)));
  if (status != 0) {
    tell(cli, fmt::format("the editor ended with {}; nothing was changed", status));
    return Edited();
  }
  return Edited(TRY(put_back(chosen, bench)));
}

/// What a person at the terminal wants to do with work that is still faulty; std::nullopt without a person.
std::optional<Happening> ask_what_next(Circumstances const& circumstances) {
  auto terminal = Terminal::open(Terminal::Screen::untouched);
  if (!terminal) return std::nullopt;
  auto possible = offered(Station::validation_error, circumstances);
  std::erase(possible, Happening::abandon); // the inbox asks for confirmation, and there is a command for it
  std::vector<std::string_view> words;
  for (auto const each : possible)
    words.push_back(offer_word(each));
  fmt::print(stderr, "still faulty: {}\n", fmt::join(words, "  "));
  for (;;) {
    auto const key = terminal->read(std::chrono::hours(1));
    if (key.kind == Key::Kind::leave || key.kind == Key::Kind::enter) return Happening::escape;
    auto const wanted = happening_of(key);
    if (wanted && std::ranges::find(possible, *wanted) != possible.end()) return wanted;
  }
}

void report(Cli const& cli, Case const& chosen, std::vector<std::string> const& files, bool handed_in) {
  if (cli.output == Output::json) {
    print_json({{"version", 1},
                {"session", chosen.session().shown()},
                {"signal", layout::signal(chosen.signal)},
                {"changed", files},
                {"handed_in", handed_in}});
    return;
  }
  for (auto const& file : files)
    fmt::print("changed {}\n", printable(file));
  if (handed_in)
    fmt::print("{} renamed to {}\n", layout::refused(chosen.signal), layout::signal(chosen.signal));
}

/// The person's part of the lifecycle, starting at EDITING.
class Fixing {
public:
  Fixing(Cli const& cli, Case const& chosen, Circumstances circumstances)
      : cli_(cli), chosen_(chosen), circumstances_(circumstances) {}

  Result<Exit> work() {
    auto const editor = find_editor();
    if (!editor) return fail(Fault::missing, "there is no editor: set VISUAL or EDITOR to the one you use");
    findings_ = TRY(judge_work(chosen_.config, chosen_.session(), chosen_.signal));
    if (!has_error(findings_)) {
      tell(cli_, "nothing is wrong with the files any more");
      return submit(RetryOptions::Budget::keep);
    }
    show(cli_, findings_);
    for (;;) {
      if (!TRY(edit(*editor))) return close(Exit::person);
      if (!has_error(findings_)) return submit(RetryOptions::Budget::keep);
      show(cli_, findings_);
      auto const wanted = ask_what_next(circumstances_);
      asked_ = wanted.has_value();
      if (wanted == Happening::fresh) return submit(RetryOptions::Budget::fresh);
      if (wanted != Happening::edit) return close(Exit::judged_bad);
    }
  }

  [[nodiscard]] bool asked() const noexcept { return asked_; }

private:
  /// False if the editor failed.
  Result<bool> edit(std::string const& editor) {
    auto const edited = TRY(edit_once(cli_, chosen_, editor, findings_));
    if (!edited) return false;
    for (auto const& file : *edited)
      if (std::ranges::find(changed_, file) == changed_.end()) changed_.push_back(file);
    if (edited->empty()) tell(cli_, "nothing was changed");
    findings_ = TRY(judge_work(chosen_.config, chosen_.session(), chosen_.signal));
    return true;
  }

  Result<Exit> submit(RetryOptions::Budget budget) {
    TRY(hand_in_again(chosen_, budget));
    report(cli_, chosen_, changed_, true);
    return Exit::ok;
  }

  Exit close(Exit exit) {
    report(cli_, chosen_, changed_, false);
    return exit;
  }

  Cli const& cli_;
  Case const& chosen_;
  Circumstances circumstances_;
  std::vector<Finding> findings_ = {};
  std::vector<std::string> changed_ = {};
  bool asked_ = false;
};

} // namespace

Fixed fix(Cli const& cli, Case const& chosen) {
  auto waiting = look_before(chosen, Happening::edit);
  if (!waiting) return {complain(cli, waiting.error())};
  Fixing fixing(cli, chosen, waiting->circumstances);
  auto const done = fixing.work();
  return {done ? *done : complain(cli, done.error()), fixing.asked()};
}

Exit fix_command(Cli const& cli, FixOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto chosen = case_argument(cli, *config, options.session, options.signal);
  return chosen ? fix(cli, *chosen).exit : chosen.error();
}

} // namespace artifactd
