// The files of one `rule` signal: `rules/<name>.yaml`, `.py` or `.txt` (raw output of a model), exactly one
// of them, and `rules/<name>.samples.json`. Read completely; problems with the files as such are in
// `findings`.
#pragma once

#include "agents/rule/judgement.hpp"
#include "state/session/session.hpp"
#include "state/settle/input_file.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::extraction {

struct RuleFiles {
  Form form = Form::yaml;
  std::string path; ///< of the rule, relative to the session; empty if it is missing
  std::string text;
  Samples samples;
  std::vector<Finding> findings = {}; ///< about the files as such: tier syntax
  std::string digest = {};            ///< covers the names and contents of all of them
  /// Stamps of the three forms and of the samples; std::nullopt if the file does not exist.
  std::array<std::optional<Stamp>, 4> stamps = {};
  bool young = false; ///< read within the tick of a stamp: a rewritten file might still have the same stamp
};

/// Fault::changed while somebody writes; other Errors are resource trouble.
Result<RuleFiles> read_rule_files(Session const& session, Name const& name);

/// Whether the files are still the same, unchanged.
Result<bool> still_the_same(Session const& session, Name const& name, RuleFiles const& files);

/// By the file extension; std::nullopt if it is not one of a rule.
[[nodiscard]] std::optional<Form> form_of(std::string_view file);

} // namespace artifactd::extraction
