#include "daemon/commands/inbox/inbox_words.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/queries/work.hpp"
#include "daemon/terminal/external_editor.hpp"
#include "daemon/terminal/terminal.hpp"
#include "daemon/terminal/workbench.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

constexpr std::size_t opened_at_once =
    20; ///< more cannot be kept track of in one editor; the rest comes next time

/// What `fix` did.
struct Repaired {
  Case const& chosen;
  std::vector<std::string> changed = {}; ///< files
  bool submitted = false;
};

Json to_json(Repaired const& repaired) {
  auto json = to_json(repaired.chosen);
  json["changed"] = repaired.changed;
  json["submitted"] = repaired.submitted;
  return json;
}

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

/// The files put back; std::nullopt if the editor failed.
Result<std::optional<std::vector<std::string>>> edit_once(Cli const& cli, Case const& chosen,
                                                          std::string const& editor,
                                                          std::vector<Finding> const& findings) {
  auto places = TRY(places_to_edit(chosen.session(), chosen.signal, findings));
  if (places.size() > opened_at_once) places.resize(opened_at_once);
  auto bench = TRY(Workbench::make());
  std::vector<OpenAt> open;
  for (auto const& place : places) {
    auto copy = bench.take(chosen.session(), place.path);
    if (copy)
      open.push_back({*std::move(copy), place.line, place.column});
    else
      tell(cli,
           fmt::format("{} cannot be edited: {}", printable(place.path), printable(copy.error().message)));
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
    return std::nullopt;
  }
  return TRY(put_back(chosen, bench));
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

Exit print_repaired(Cli const& cli, Repaired const& repaired, Exit exit) {
  if (cli.output == Output::json) {
    print_json(to_json(repaired));
    return exit;
  }
  for (auto const& file : repaired.changed)
    fmt::print("changed {}\n", printable(file));
  auto const& signal = repaired.chosen.signal;
  if (repaired.submitted) fmt::print("{} renamed to {}\n", layout::refused(signal), layout::signal(signal));
  return exit;
}

/// The person's part of the lifecycle, starting at EDITING.
class RepairByHand {
public:
  RepairByHand(Cli const& cli, Case const& chosen, Circumstances const& circumstances)
      : cli_(cli), chosen_(chosen), circumstances_(circumstances) {}

  Result<Exit> run() {
    auto const editor = find_editor();
    if (!editor) return fail(Fault::missing, "there is no editor: set VISUAL or EDITOR to the one you use");
    auto attempts = CountedAttempts::keep;
    auto findings = TRY(judge());
    if (!has_error(findings)) tell(cli_, "nothing is wrong with the files any more");
    for (auto edited = false; has_error(findings); edited = true) {
      show(cli_, findings);
      if (edited) {
        auto const wanted = ask_what_next(circumstances_);
        asked_ = wanted.has_value();
        if (wanted == Happening::fresh) {
          attempts = CountedAttempts::fresh;
          break;
        }
        if (wanted != Happening::edit) return print_repaired(cli_, repaired_, Exit::judged_bad);
      }
      auto const files = TRY(edit_once(cli_, chosen_, *editor, findings));
      if (!files) return print_repaired(cli_, repaired_, Exit::person);
      for (auto const& file : *files)
        if (std::ranges::find(repaired_.changed, file) == repaired_.changed.end())
          repaired_.changed.push_back(file);
      if (files->empty()) tell(cli_, "nothing was changed");
      findings = TRY(judge());
    }
    TRY(submit_again(chosen_, attempts));
    repaired_.submitted = true;
    return print_repaired(cli_, repaired_, Exit::ok);
  }

  /// See Fixed; even if run() failed.
  [[nodiscard]] bool asked() const noexcept { return asked_; }

private:
  [[nodiscard]] Result<std::vector<Finding>> judge() const {
    return judge_work(chosen_.config, chosen_.session(), chosen_.signal);
  }

  Cli const& cli_;
  Case const& chosen_;
  Circumstances const& circumstances_;
  Repaired repaired_{chosen_};
  bool asked_ = false;
};

} // namespace

Fixed fix(Cli const& cli, Case const& chosen) {
  auto const waiting = look_before(chosen, Happening::edit);
  if (!waiting) return {complain(cli, waiting.error())};
  RepairByHand repair(cli, chosen, waiting->circumstances);
  auto const exit = repair.run();
  return {exit ? *exit : complain(cli, exit.error()), repair.asked()};
}

Exit fix_command(Cli const& cli, SignalOptions const& options) {
  return with_case(cli, options, [&](Case const& chosen) { return fix(cli, chosen).exit; });
}

} // namespace artifactd
