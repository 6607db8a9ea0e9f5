// The files of one `rule` signal: `rules/<name>.yaml`, `.py` or `.txt` (raw output of a model), exactly one
// of them, and `rules/<name>.samples.json`. Read whole; what is wrong about them as files is in `findings`.
#pragma once

#include "agents/rule/judgement.hpp"
#include "state/names.hpp"
#include "state/session.hpp"
#include "state/settle/input_file.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::extraction {

enum class Form : std::uint8_t { yaml, python, text };

struct RuleFiles {
  Form form = Form::yaml;
  std::string path; ///< of the rule, relative to the session; empty when there is none
  std::string text;
  Samples samples;
  std::vector<Finding> findings; ///< of the files as such: tier syntax
  std::string digest;            ///< over the names and contents of all of them
  /// Stamps of the three forms and of the samples; nothing where there is no such file.
  std::array<std::optional<Stamp>, 4> stamps;
  bool young = false; ///< read within the tick of a stamp: a file written again might still show the same one
};

/// Fault::changed while somebody writes; other Errors are resource trouble.
Result<RuleFiles> read_rule_files(Session const& session, Name const& name);

/// Whether the same files stand there untouched.
Result<bool> still_the_same(Session const& session, Name const& name, RuleFiles const& files);

/// By the end of a file's name; nothing when it is none of a rule.
[[nodiscard]] std::optional<Form> form_of(std::string_view file);

} // namespace artifactd::extraction
