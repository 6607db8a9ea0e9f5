// Shorthands for judging extraction rules in tests.
#pragma once

#include "agents/rule/judgement.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::test {

/// Samples of these paths, below the root if one is given.
[[nodiscard]] extraction::Samples samples(std::vector<std::string> const& paths,
                                          std::string const& root = "");

/// Judges `text` as a `.yaml` file. `text` must outlive the use of the judgement.
[[nodiscard]] extraction::Judgement judged(std::string_view text,
                                           std::vector<std::string> const& paths = {"/data/a.csv"},
                                           std::string const& root = "");

/// The record extracted from the first path by a rule whose one field `x` has these lines, each without
/// indentation: {"from: filename", "type: integer"}.
[[nodiscard]] extraction::Judgement judged_field(std::vector<std::string> const& lines,
                                                 std::string const& path, std::string const& root = "");
/// That record as JSON, or the code of the finding.
[[nodiscard]] std::string extracted(std::vector<std::string> const& lines, std::string const& path,
                                    std::string const& root = "");

[[nodiscard]] std::vector<std::string> codes(std::vector<Finding> const& findings);

} // namespace artifactd::test
