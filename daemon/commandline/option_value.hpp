// What an option or an argument of a command line takes, as its definition says.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace artifactd {

struct OptionValue {
  std::string type = {};                 ///< "FILE", "NAME[.KIND]"; empty: it takes no value
  std::vector<std::string> choices = {}; ///< the words it may be; empty: any
  std::string range = {};                ///< "INT in [1 - 100]"; may be empty
};

[[nodiscard]] OptionValue value_of(CLI::Option const& option);

/// The arguments of a command, in order.
[[nodiscard]] std::vector<CLI::Option const*> arguments_of(CLI::App const& command);
/// The options of a command that --help shows, in order; without those of the commands around it.
[[nodiscard]] std::vector<CLI::Option const*> options_of(CLI::App const& command);
/// The subcommands that --help shows, in order.
[[nodiscard]] std::vector<CLI::App const*> subcommands_of(CLI::App const& command);

/// "--verbose", "-v": the long names first.
[[nodiscard]] std::vector<std::string> names_of(CLI::Option const& option);

} // namespace artifactd
