#include "daemon/commands/commands.hpp"
#include "daemon/queries/checkup.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

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

} // namespace

Exit doctor_command(Cli const& cli) {
  auto const checkup = check_everything(cli.source);
  if (cli.output == Output::json)
    print_json(to_json(checkup));
  else
    print_text(cli, checkup);
  return has_problem(checkup) ? Exit::judged_bad : Exit::ok;
}

} // namespace artifactd
