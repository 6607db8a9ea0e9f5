#include "daemon/commands/commands.hpp"
#include "daemon/queries/checkup.hpp"
#include "daemon/queries/stored_checks.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

void print_text(Cli const& cli, Checkup const& checkup) {
  for (auto const& each : checkup) {
    auto mark = each.weight == Diagnosed::Weight::problem ? painted(cli.colour, "31", "problem")
                                                          : painted(cli.colour, "32", "note   ");
    fmt::print("{}  {}: {}\n", mark, printable(each.about), printable(each.text));
    if (!each.cure.empty()) fmt::print("         {}\n", each.cure);
  }
}

Exit check_stored(Cli const& cli, Config const& config) {
  auto const stored = [&] {
    ProgressPrinter progress(cli.progress, cli.talk_colour);
    return check_everything_stored(config, progress.listener());
  }();
  if (cli.output == Output::json)
    print_json(to_json(stored));
  else
    print_text(cli, stored.checkup);
  return has_problem(stored.checkup) ? Exit::person : Exit::ok;
}

} // namespace

Exit doctor_command(Cli const& cli, DoctorOptions const& options) {
  if (options.what == DoctorOptions::What::stored) {
    auto const config = configuration_to_look(cli);
    return config ? check_stored(cli, *config) : config.error();
  }
  auto const checkup = check_everything(cli.source);
  if (cli.output == Output::json)
    print_json(to_json(checkup));
  else
    print_text(cli, checkup);
  return has_problem(checkup) ? Exit::judged_bad : Exit::ok;
}

} // namespace artifactd
