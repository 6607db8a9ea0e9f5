// Every command of artifactctl with arguments it accepts, for a site that has the sessions and files they
// name.
#pragma once

#include <string>
#include <vector>

namespace artifactd::test {

using Words = std::vector<std::string>;

/// A command with arguments it accepts, and how it ends. In the order in which they are tried: some change
/// what later ones see. A word that begins with '@' is found when its row's turn has come.
struct CommandRow {
  std::string command;
  Words arguments;
  int exit = 0;
};

/// `place`: the site's directory.
[[nodiscard]] std::vector<CommandRow> command_rows(std::string const& place);

} // namespace artifactd::test
