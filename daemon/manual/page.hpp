// A manual page: prose from a file, with what the definitions say filled in.
#pragma once

#include "daemon/config/config.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace artifactd {

/// What pages are filled in from.
struct PageSources {
  CLI::App const& artifactctl;
  CLI::App const& artifactd;
  Kinds kinds = {};
  std::string settings = {}; ///< the text of the reference configuration
};

/// The text of the page `name` ("artifactctl-rule.1"). In its prose `@version@` is replaced, and so is each
/// line that is one of: `@name@`, `@synopsis@`, `@options@`, `@commands@`, `@exit codes@` (of the command
/// that the page is about), `@kinds@`, `@settings@`. Throws std::invalid_argument for any other line in `@`.
[[nodiscard]] std::string filled_page(std::string_view name, std::string_view prose,
                                      PageSources const& sources);

/// "artifactctl-rule.1", …: the pages that the commands need.
[[nodiscard]] std::vector<std::string> command_pages(PageSources const& sources);

} // namespace artifactd
