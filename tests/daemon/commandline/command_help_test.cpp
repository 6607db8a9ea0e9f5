// What --help says of each command besides its options.
#include "daemon/commandline/cli.hpp"
#include "daemon/commandline/command_help.hpp"
#include "daemon/commandline/option_value.hpp"
#include "daemon/programs/kind_list.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

void for_each_leaf(CLI::App const& command, std::function<void(CLI::App const&)> const& act) {
  for (auto const* each : subcommands_of(command))
    subcommands_of(*each).empty() ? act(*each) : for_each_leaf(*each, act);
}

TEST(CommandHelp, EveryCommandHasTwoExamplesThatItsHelpShows) {
  read_artifactctl(kind_list(), "c0ffee", [](CLI::App const& app) {
    for_each_leaf(app, [](CLI::App const& command) {
      auto const examples = examples_of(command);
      EXPECT_THAT(examples, SizeIs(testing::Ge(2U)))
          << command.get_parent()->get_name() << " " << command.get_name();
      for (auto const& example : examples)
        EXPECT_THAT(command.help(), HasSubstr("  artifactctl " + std::string(example.line) + "\n"));
    });
  });
}

TEST(CommandHelp, EveryExampleIsACommandLine) {
  for (auto const all : {general_examples(), kind_examples()})
    for (auto const& example : all) {
      auto const line = example.line.substr(0, example.line.find_first_of("|<>"));
      read_artifactctl(kind_list(), "c0ffee",
                       [&](CLI::App& app) { EXPECT_NO_THROW(app.parse(std::string(line), false)) << line; });
    }
}

// CLI11 2.4 refuses the second one when artifactctl starts.
TEST(CommandHelp, NoArgumentHasTheNameOfAnOption) {
  read_artifactctl(kind_list(), "c0ffee", [](CLI::App const& app) {
    for_each_leaf(app, [](CLI::App const& command) {
      for (auto const* each : command.get_options())
        EXPECT_FALSE(each->get_positional() && each->get_lnames().empty() &&
                     command.get_option_no_throw("--" + each->get_name(true)) != nullptr)
            << command.get_name() << " " << each->get_name(true);
    });
  });
}

TEST(CommandHelp, EveryCommandIsInAGroup) {
  read_artifactctl(kind_list(), "c0ffee", [](CLI::App const& app) {
    for (auto const* command : subcommands_of(app))
      EXPECT_NE(command->get_group(), "Subcommands") << command->get_name();
    EXPECT_THAT(app.help(), HasSubstr("For agents and their authors:\n  submit"));
  });
}

} // namespace
} // namespace artifactd
