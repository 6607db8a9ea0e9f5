#include "daemon/commands/intervene.hpp"
#include "daemon/commands/work.hpp"
#include "daemon/editor.hpp"
#include "daemon/workbench.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t opened_at_once =
    20; ///< more are not overlooked in one editor; the rest comes next time

/// One go at it: what came of the editor's run.
struct Edited {
  enum class How : std::uint8_t { saved, failed } how = How::failed;
  std::vector<std::string> files = {}; ///< that were put back
};

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
  error.message += "; nothing was put back, and what you wrote is in " + bench.keep();
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
    return Edited{};
  }
  return Edited{Edited::How::saved, TRY(put_back(chosen, bench))};
}

bool wanted_again() {
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) return false;
  fmt::print(stderr, "[e] edit again, [Enter] leave it refused: ");
  char answer[16] = {};
  return std::fgets(answer, sizeof answer, stdin) != nullptr && (answer[0] == 'e' || answer[0] == 'E');
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

/// The person's part of the lifecycle, from EDITING on.
Result<Exit> work_on(Cli const& cli, Case const& chosen, Waiting const& waiting) {
  auto editor = find_editor();
  if (!editor) return fail(Fault::missing, "there is no editor: set VISUAL or EDITOR to the one you use");
  auto findings = TRY(judge_work(chosen.config, chosen.session(), chosen.signal));
  std::vector<std::string> changed;
  std::optional<Station> station = has_error(findings) ? Station::editing : Station::validating;
  if (station == Station::validating) tell(cli, "nothing is wrong with the files any more");
  while (station == Station::editing) {
    show(cli, findings);
    auto edited = TRY(edit_once(cli, chosen, *editor, findings));
    auto saved = edited.how == Edited::How::saved;
    station = next(Station::editing, saved ? Happening::saved : Happening::failed, waiting.circumstances);
    if (!saved) break;
    std::ranges::copy_if(edited.files, std::back_inserter(changed), [&](std::string const& file) {
      return std::ranges::find(changed, file) == changed.end();
    });
    findings = TRY(judge_work(chosen.config, chosen.session(), chosen.signal));
    if (!has_error(findings)) break;
    station = next(Station::validating, Happening::refused, waiting.circumstances);
    if (edited.files.empty()) tell(cli, "nothing was changed");
    show(cli, findings);
    if (wanted_again()) station = next(Station::validation_error, Happening::edit, waiting.circumstances);
  }
  auto good = station == Station::validating;
  if (good) TRY(hand_in_again(chosen, RetryOptions::Budget::keep));
  report(cli, chosen, changed, good);
  if (good) return Exit::ok;
  return station == Station::validation_error ? Exit::judged_bad : Exit::person;
}

} // namespace

Exit fix(Cli const& cli, Case const& chosen) {
  auto waiting = look_before(chosen, Happening::edit);
  if (!waiting) return complain(cli, waiting.error());
  auto done = work_on(cli, chosen, *waiting);
  return done ? *done : complain(cli, done.error());
}

Exit fix_command(Cli const& cli, FixOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto chosen = case_argument(cli, *config, options.session, options.signal);
  return chosen ? fix(cli, *chosen) : chosen.error();
}

} // namespace artifactd
